// The service worker: the page's own files and pictures without the door. Responses of calls are kept by js/kept.js.

const shell = 'hearth-shell-1';
const pictures = 'hearth-pictures-1';
/** Pictures beyond this number go, the oldest first. */
const pictureLimit = 400;

/**
 * The words of a text.
 * @param {string} text
 */
const names = (text) => text.trim().split(/\s+/);

/** Every file of the page; Tests/WebPage/logic/files.test.js compares it with the folder. */
const files = [
  './', 'manifest.webmanifest', 'icons/hearth.svg',
  ...names(`
    tokens base shell parts cards states screens more lists motion
  `).map((name) => `css/${name}.css`),
  ...names(`
    app contract devices discovery door element icons kept keys lists main router screens state texts texts-more
  `).map((name) => `js/${name}.js`),
  ...names(`
    cards deck errors filters format guide home-rows import-file invitation limits links order parts playing routes rules schema settings spatial why
  `).map((name) => `js/logic/${name}.js`),
  ...names(`
    buttons combo-field dialog download-button drop-zone guide-grid hero import-card link-card link-import list-picker pin-pad player player-controls
    player-overlays poster programme qr-picture row screen search-field section sheet sortable states swipe-card toast track-sheet with-pin
  `).map((name) => `js/parts/${name}.js`),
  ...names(`
    deck deck-source downloads favourites guide history home home-source household join kids-limits more operator operator-call people people-approve
    people-devices people-invite people-members people-profiles pin-forms player queue reading rules rules-form rules-preview search search-beside
    search-start settings sign-in sources title title-episodes title-reviews title-why week week-forms week-sheets who
  `).map((name) => `js/screens/${name}.js`),
];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const known = [shell, pictures, 'hearth-responses'];
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
