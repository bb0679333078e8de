// Invitations as links: of this page, for a browser, or of an app.

/** Names that lead to the machine itself: on other devices they lead elsewhere. */
const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The token in what a person pastes: a link of the page, one of an app, or the token itself; empty where there is none.
 * @param {string} text
 */
export function invitationToken(text) {
  const plain = text.trim();
  const inQuery = /[?&]token=([^&#\s]*)/.exec(plain);
  if (inQuery) return decoded(inQuery[1]);
  return plain.replace(/\/+$/, '').replace(/^.*\//, '');
}

/** @param {string} text of an address; one that was cut inside a letter has no token */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * The link that opens the page of an invitation.
 * @param {string} page where the page was loaded from @param {string} token
 */
export const invitationLink = (page, token) => `${page.replace(/[?#].*$/, '')}#/join?token=${encodeURIComponent(token)}`;

/**
 * Whether an address is good on this machine only.
 * @param {string} hostname as of `location`
 */
export const isOwnAddress = (hostname) => ownNames.includes(hostname) || hostname.endsWith('.localhost');
