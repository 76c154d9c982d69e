// eslint.config.mjs - what the page's JavaScript is held to, beyond its types: see docs/STYLE.md.

const rules = {
    "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
    "max-lines": ["error", { max: 600 }],
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "no-undef": "off",
    "no-var": "error",
    "prefer-const": "error",
    eqeqeq: "error",
    "no-eval": "error",
    "no-implied-eval": "error",
    "no-console": "error",
    "no-debugger": "error",
    "no-fallthrough": "error",
    "no-self-compare": "error",
    "no-unreachable": "error",
    "no-duplicate-imports": "error",
    "no-constant-condition": ["error", { checkLoops: false }],
    "no-dupe-keys": "error",
    "no-dupe-else-if": "error",
    "no-loss-of-precision": "error",
    "no-shadow-restricted-names": "error",
    "array-callback-return": "error",
    "default-case-last": "error",
};

export default [
    { files: ["web/js/*.js", "web/sw.js", "web/analyst.js"], rules },
    {
        files: ["tests/browser/*.mjs"],
        rules: { ...rules, "no-console": "off", "max-lines-per-function": "off" },
    },
];
