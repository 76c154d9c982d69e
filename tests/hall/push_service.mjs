// push_service.mjs - a push service for tests: push_service.mjs KEY CERT
//
// Prints its port and what a browser would give to a page, then a line of JSON for every message: which path,
// the headers, the sender's token after checking its signature, and the text, opened with a browser's keys by
// OpenSSL's cryptography (RFC 8291, 8188 and 8292, written from the RFCs). /gone answers 410, /busy 503.

import { createServer } from "node:https";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const [key, cert] = process.argv.slice(2).map((path) => readFileSync(path));
const browser = createECDH("prime256v1");
browser.generateKeys();
const auth = randomBytes(16);
const say = (what) => console.log(JSON.stringify(what));

function open(body) {
    const salt = body.subarray(0, 16);
    const keyBytes = body[20];
    const sender = body.subarray(21, 21 + keyBytes);
    const rest = body.subarray(21 + keyBytes);
    if (body.readUInt32BE(16) < rest.length) throw new Error("more than one record");
    const shared = browser.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
    const derive = (what, bytes) =>
        Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${what}\0`, bytes));
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(rest.subarray(-16));
    const plain = Buffer.concat([decipher.update(rest.subarray(0, -16)), decipher.final()]);
    const end = plain.lastIndexOf(2);
    if (end < 0 || plain.subarray(end + 1).some((byte) => byte)) throw new Error("no end of the record");
    return plain.subarray(0, end).toString("utf8");
}

function senderOf(header) {
    const { token, house } = /^vapid t=(?<token>[\w.-]+), k=(?<house>[\w-]+)$/.exec(header).groups;
    const [head, claims, signature] = token.split(".");
    const point = Buffer.from(house, "base64url");
    const jwk = { kty: "EC", crv: "P-256" };
    jwk.x = point.subarray(1, 33).toString("base64url");
    jwk.y = point.subarray(33).toString("base64url");
    const isSigned = verify(
        "sha256",
        Buffer.from(`${head}.${claims}`),
        { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
    );
    const read = (part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return { house, isSigned, head: read(head), claims: read(claims) };
}

const server = createServer({ key, cert }, async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const message = { path: request.url, method: request.method, headers: request.headers };
    try {
        message.sender = senderOf(request.headers.authorization);
        message.text = JSON.parse(open(Buffer.concat(pieces)));
    } catch (error) {
        message.error = String(error);
    }
    say(message);
    response.statusCode = { "/gone": 410, "/busy": 503 }[request.url] ?? 201;
    response.end("a body that nobody needs");
});
server.listen(0, "127.0.0.1", () =>
    say({
        port: server.address().port,
        key: browser.getPublicKey("base64url"),
        auth: auth.toString("base64url"),
    }),
);
