// The service worker: the page's own files and pictures without the door. Answers of calls are kept by js/answers.js.

const shell = 'hearth-shell-1';
const pictures = 'hearth-pictures-1';
/** Pictures beyond this number go, the oldest first. */
const pictureLimit = 400;

/** What the page needs before a screen asks for more. */
const first = [
  './', 'manifest.webmanifest', 'icons/hearth.svg', ...['tokens', 'base', 'shell', 'parts', 'cards', 'states', 'screens', 'more', 'motion'].map((name) => `css/${name}.css`),
  'js/main.js',
];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(first)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const known = [shell, pictures, 'hearth-answers'];
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('hearth-') && !known.includes(name)).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const path = new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length);
  if (/^(media|events|session|test|openapi\.json)/.test(path)) return;
  if (path.startsWith('picture/')) event.respondWith(keptPicture(request));
  else if (new URL(request.url).origin === location.origin) event.respondWith(currentFile(request));
});

/** The file as the door has it now; without the door as it was last. */
async function currentFile(request) {
  const cache = await caches.open(shell);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** A picture has one content for ever: the kept one, else the door's. */
async function keptPicture(request) {
  const cache = await caches.open(pictures);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - pictureLimit)).map((key) => cache.delete(key)));
  }
  return response;
}
