// catalogue.d.ts - what lang/compile.py makes of lang/ID.lang for the page; catalogue.js itself comes with the build.

export const LANGUAGES: Record<string, { name: string; plural: (n: number) => number; rtl?: boolean }>;
