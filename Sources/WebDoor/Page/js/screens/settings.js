import { currentSession, profiles } from '../door.js';
import { fill, h } from '../element.js';
import { groupOf, groups, isEditable, nameOfSetting, valueOf } from '../logic/settings.js';
import { screenHeader } from '../parts/screen.js';
import { section } from '../parts/section.js';
import { attempt, toast } from '../parts/toast.js';
import { isAdult, takeSettings } from '../state.js';
import { texts } from '../texts.js';
import { moreTexts } from '../texts-more.js';
import { householdPanel } from './household.js';

/** @type {import('../screens.js').ScreenModule['build']} */
export function build(screen) {
  const list = section({
    skeleton: 'list', service: 'profiles',
    load: async (signal) => {
      const [definitions, settings] = await Promise.all([profiles.DescribeSettings({}, { signal }), profiles.GetSettings({}, { signal })]);
      return { definitions: definitions.settings.filter(isEditable), settings: new Map(settings.settings.map((setting) => [setting.name, setting])) };
    },
    render: ({ definitions, settings }) => h('div', { class: 'settings' }, Object.keys(groups).map((group) => {
      const own = definitions.filter((definition) => groupOf(definition.name) === group);
      return own.length ? h('section', { class: 'panel' }, h('h2', { class: 'small-heading' }, texts.settings.groups[group]), group === 'apps' ? h('p', { class: 'quiet' }, texts.settings.appsHelp) : null, own.map((definition) => settingRow(definition, settings.get(definition.name), change))) : null;
    })),
  });
  const change = async (/** @type {string} */ name, /** @type {Hearth.SettingValue | undefined} */ value) => {
    const changed = await attempt(() => profiles.ChangeSettings({ changes: [value === undefined ? { name } : { name, value }] }));
    if (changed) {
      takeSettings(changed.settings);
      toast(texts.settings.saved);
    }
    const focused = document.activeElement?.id;
    await list.reload();
    if (focused) document.getElementById(focused)?.focus();
  };
  const place = h('div', {});
  const draw = () => fill(place, householdPanel(draw));
  draw();
  screen.append(screenHeader(texts.nav.settings, { subtitle: currentSession()?.profile.name }), place, list);
}

/** @param {Hearth.SettingDefinition} definition @param {Hearth.ProfileSetting | undefined} setting @param {(name: string, value: Hearth.SettingValue | undefined) => void} change */
function settingRow(definition, setting, change) {
  const { name } = definition;
  const isForAdults = definition.changedBy === 'adults' && !isAdult();
  const isOff = isForAdults || setting?.isEffective === false;
  const id = `setting-${name}`;
  const control = controlOf(definition, setting?.value ?? definition.defaultValue, (value) => change(name, value));
  control.id = id;
  control.setAttribute('aria-describedby', `${id}-help`);
  if (isOff) control.setAttribute('disabled', '');
  const note = isForAdults ? texts.settings.adultOnly : setting?.isEffective === false && definition.requires ? texts.settings.needs(nameOfSetting(definition.requires)) : '';
  return h('div', { class: 'setting' }, h('div', { class: 'grow' }, h('label', { for: id }, nameOfSetting(name)), h('p', { class: 'quiet', id: `${id}-help` }, moreTexts.settingHelps[name] ?? definition.help, note ? h('span', { class: 'note' }, ` ${note}`) : null)), h('div', { class: 'setting-control' }, control, definition.unit && definition.type !== 'boolean' ? h('span', { class: 'quiet' }, definition.unit) : null));
}

/** @param {Hearth.SettingDefinition} definition @param {Hearth.SettingValue | undefined} value @param {(value: Hearth.SettingValue | undefined) => void} change @returns {HTMLElement} */
function controlOf(definition, value, change) {
  if (definition.type === 'boolean') {
    const box = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: value?.boolean ?? false, onchange: () => change({ boolean: box.checked }) });
    return box;
  }
  if (definition.type === 'choice') {
    const choices = h('select', { onchange: () => change({ text: choices.value }) }, (definition.choices ?? []).map((choice) => h('option', { value: choice }, texts.settings.choices[choice] ?? choice)));
    choices.value = value?.text ?? '';
    return choices;
  }
  const isText = definition.type === 'language';
  const field = h('input', { type: isText ? 'text' : 'number', min: definition.minimum, max: definition.maximum, step: definition.step ?? (definition.type === 'integer' ? 1 : 'any'), value: value?.text ?? value?.integer ?? value?.decimal ?? '', placeholder: isText ? texts.settings.unset : null, maxlength: isText ? 12 : null, onchange: () => change(valueOf(definition, field.value.trim())) });
  return field;
}
