import { catalog, profiles } from '../door.js';
import { fill, h } from '../element.js';
import { movedBy } from '../logic/order.js';
import { defaults, emptyRules, ruleText, sameRules } from '../logic/rules.js';
import { button, chip, iconButton, labelled, select } from '../parts/buttons.js';
import { confirm } from '../parts/dialog.js';
import { changeHeading, screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { toast } from '../parts/toast.js';
import { attemptWithPIN } from '../parts/with-pin.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { ruleForm } from './rules-form.js';
import { rulesPreview } from './rules-preview.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen, route) {
  const profile = route.id ?? '';
  /** @type {import('../parts/section.js').Section} */
  const whole = section({
    skeleton: 'list', service: 'profiles',
    load: async (signal) => {
      const [found, presets, people, genres] = await Promise.all([profiles.GetViewingRules({ profile }, { signal }), profiles.ListViewingPresets({}, { signal }), profiles.ListProfiles({}, { signal }), catalog.ListGenres({}, { signal }).catch(() => ({ rows: [] }))]);
      return { found, presets: presets.presets, name: people.profiles.find((one) => one.id === profile)?.name ?? '', genres: genres.rows.map((row) => row.genre) };
    },
    render: ({ found, presets, name, genres }) => {
      changeHeading(screen, () => fill(heading, screenHeader(moreTexts.rules.title(name), { subtitle: moreTexts.rules.help })));
      return editor(found, presets, genres, () => whole.reload());
    },
  });
  const heading = h('div', {}, screenHeader(texts.nav.people, { isHidden: true }));
  screen.append(heading, whole);
}

/**
 * The rules as they are being changed, and beside them what they come to.
 * @param {Hearth.ProfileViewingRules} found @param {Hearth.ViewingPreset[]} presets @param {string[]} genres @param {() => void} reload
 */
function editor(found, presets, genres, reload) {
  /** @type {Hearth.ViewingRules} */
  let rules = structuredClone(found.rules ?? emptyRules());
  const list = h('ol', { class: 'list' });
  const state = h('p', { class: 'note', role: 'status' });
  const otherwise = select(defaults.map((value) => [value, moreTexts.rules.defaults[value]]), rules.otherwise, (value) => change({ ...rules, otherwise: value }));
  const preview = rulesPreview();
  const change = (/** @type {Hearth.ViewingRules} */ next) => {
    rules = next;
    draw();
    preview.show(rules);
  };
  const draw = () => {
    otherwise.value = rules.otherwise;
    const isSaved = sameRules(rules, found.rules ?? emptyRules());
    state.textContent = isSaved ? (found.rules || found.isApplied ? '' : moreTexts.rules.waiting) : moreTexts.rules.unsaved;
    fill(list, rules.rules.length ? rules.rules.map((rule, index) => ruleRow(rule, index)) : h('li', { class: 'quiet' }, moreTexts.rules.none));
  };
  const ruleRow = (/** @type {Hearth.ViewingRule} */ rule, /** @type {number} */ index) => {
    const text = ruleText(rule);
    const move = (/** @type {number} */ step) => () => {
      change({ ...rules, rules: movedBy(rules.rules, index, step) });
      const row = list.children[index + step];
      const again = row?.querySelector(`.${step < 0 ? 'up' : 'down'}:not(:disabled)`) ?? row?.querySelector('button:not(:disabled)');
      if (again instanceof HTMLElement) again.focus();
    };
    const up = iconButton('up', moreTexts.rules.up(text), move(-1), { class: 'up' });
    const down = iconButton('down', moreTexts.rules.down(text), move(1), { class: 'down' });
    up.disabled = index === 0;
    down.disabled = index === rules.rules.length - 1;
    return h('li', { class: 'list-row wraps' }, h('span', { class: 'number quiet' }, index + 1), h('span', { class: `badge ${rule.action === 'allow' ? 'good' : 'bad'}` }, moreTexts.rules.actions[rule.action] ?? rule.action), h('span', { class: 'grow' }, text),
      h('span', { class: 'row-actions' }, up, down, iconButton('trash', moreTexts.rules.remove(text), () => change({ ...rules, rules: rules.rules.filter((_, other) => other !== index) }))));
  };
  const set = async (/** @type {Hearth.ViewingRules | undefined} */ next) => {
    const saved = await attemptWithPIN((pin) => profiles.SetViewingRules({ profile: found.profile, rules: next, pin }));
    if (!saved) return;
    toast(saved.isApplied ? moreTexts.rules.saved : moreTexts.rules.waiting);
    reload();
  };
  const removeAll = async () => { if (await confirm(moreTexts.rules.sure, moreTexts.rules.removeAll)) set(undefined); };
  draw();
  preview.show(rules);
  return h('div', { class: 'rules-columns' }, h('div', { class: 'stack' },
    h('section', { class: 'stack tight' }, h('h2', { class: 'small-heading' }, moreTexts.rules.presets), h('div', { class: 'chips' }, presets.map((preset) => chip(moreTexts.rules.presetNames[preset.name] ?? preset.name, sameRules(rules, preset.rules), () => change(structuredClone(preset.rules)), { label: `${moreTexts.rules.presetNames[preset.name] ?? preset.name}. ${preset.help}` })))),
    h('section', { class: 'stack tight' }, h('h2', { class: 'small-heading' }, moreTexts.rules.list), list, labelled(moreTexts.rules.otherwise, otherwise)),
    ruleForm(genres, (rule) => change({ ...rules, rules: [...rules.rules, rule] })),
    h('div', { class: 'actions rules-save' }, button(moreTexts.rules.save, () => set(rules), { kind: 'primary' }), found.rules ? button(moreTexts.rules.removeAll, removeAll, { kind: 'ghost' }) : null, state)), preview.element);
}
