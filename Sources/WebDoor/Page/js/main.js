// Begins the page: the shell, and the service worker where the browser has one.
import './app.js';

if ('serviceWorker' in navigator && isSecureContext) {
  navigator.serviceWorker.register(new URL('../worker.js', import.meta.url), { scope: new URL('..', import.meta.url).pathname })
    .catch(() => undefined);
}
