// sw.js - keeps the page for when there is no network. One cache per version of the files; assemble.py
// writes version and list when the page is put together.
//
// Files come from the cache; a new version waits until no page uses the old one, so nothing ever mixes two
// versions. What the server says about tables is never kept.

const VERSION = "dev";
const FILES = [
    /* FILES */
];
const CACHE = `penultima-${VERSION}`;

self.addEventListener("install", (event) => {
    event.waitUntil(
        (async () => {
            const cache = await caches.open(CACHE);
            await cache.addAll(["./", ...FILES]);
        })(),
    );
});

self.addEventListener("activate", (event) => {
    event.waitUntil(
        (async () => {
            for (const name of await caches.keys())
                if (name.startsWith("penultima-") && name !== CACHE) await caches.delete(name);
            await self.clients.claim();
        })(),
    );
});

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin || !FILES.length) return;
    if (/^\/(api|ws|health|metrics)/.test(url.pathname)) return;
    event.respondWith(
        (async () => {
            const cache = await caches.open(CACHE);
            const kept = await cache.match(event.request, { ignoreSearch: true });
            return kept ?? fetch(event.request);
        })(),
    );
});
