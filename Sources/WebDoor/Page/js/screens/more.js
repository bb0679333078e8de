import { h } from '../element.js';
import { icon } from '../icons.js';
import { screenHeader } from '../parts/screen.js';
import { texts } from '../texts.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, _route, shell) {
  screen.append(screenHeader(texts.nav.more), h('ul', { class: 'list' }, shell.places().map(([name, image]) => h('li', {},
    h('a', { class: 'list-row', href: `#/${name}` }, icon(image), h('span', { class: 'grow' }, String(texts.nav[/** @type {'home'} */ (name)])), icon('next'))))));
}
