// Texts of screens that are not part of the first view; another language is another module of the same shape.
import { number, plural } from './logic/format.js';

/** @typedef {(name: string) => string} Named */

export const moreTexts = {
  profile: {
    actions: /** @type {Named} */ ((n) => `Change ${n}`), rename: 'Rename', setPIN: 'Set a PIN', changePIN: 'Change the PIN', removePIN: 'Remove the PIN',
    rules: 'What may be watched', limits: 'Screen time and hours', report: 'What was watched this week', isSaved: 'Saved', pinSet: 'The PIN is set', pinRemoved: 'The PIN is removed',
    newPIN: 'New PIN', newPINHelp: 'Four to eight digits', currentPIN: 'Current PIN', pinOf: /** @type {Named} */ ((n) => `PIN of ${n}`), householdPIN: 'PIN of the household',
  },
  limits: {
    title: /** @type {Named} */ ((n) => `Screen time of ${n}`), weekdays: 'Monday to Friday', weekend: 'Saturday and Sunday', minutes: 'Minutes a day', any: 'No limit', hours: 'Allowed hours', from: 'From', until: 'Until',
    addHours: 'Add hours', removeHours: 'Remove these hours', allDay: 'All day', mayFinish: 'May watch a title to its end when the time is up', removeAll: 'Remove all limits', saved: 'The limits apply now', removed: 'There are no limits now',
  },
  report: { title: /** @type {Named} */ ((n) => `The week of ${n}`), none: 'Nothing was watched this week', watched: 'Watched', refused: 'Refused', granted: 'Extra minutes' },
  /** The names that people read; a setting that is not here is named by its words. */
  settings: /** @type {Record<string, string>} */ ({
    enableSkipIntro: 'Offer to skip', autoSkipIntro: 'Skip by itself', autoPlayCountdownSeconds: 'Countdown to the next episode', preferredQuality: 'Quality', preferredAudioLanguage: 'Spoken language', subtitlesOn: 'Subtitles',
    enablePiP: 'Picture in picture', enablePreBuffer: 'Load ahead', preBufferTimeSeconds: 'Load ahead from', enableAutoQueue: 'Fill the queue', autoQueueSuggestions: 'Suggestions at a time', maxQueueSize: 'Longest queue', clearQueueOnProfileSwitch: 'Empty the queue for another profile',
    introAction: 'Openings', recapAction: 'Recaps', teaserAction: 'Scenes before the opening', creditsAction: 'Credits', previewAction: 'Previews of the next episode', stillWatchingTitles: 'Ask "Are you still watching?" after titles', stillWatchingMinutes: 'Ask "Are you still watching?" after time',
    maxDownloadStorageGB: 'Space for downloads', autoDeleteWatchedDownloads: 'Delete what was watched', downloadExpirationDays: 'Downloads expire after', accessibilityModeEnabled: 'Accessibility mode', enableHoverPreviews: 'Previews of titles', hoverPreviewDelay: 'Previews begin after',
  }),
  /** What a setting does, where the words of its definition name other settings. */
  settingHelps: /** @type {Record<string, string>} */ ({
    introAction: 'Play, ask, or skip from the second time on. Automatic: as "Skip by itself" says.', recapAction: 'Play, ask or skip. Automatic: as "Skip by itself" says.', teaserAction: 'Play, ask or skip. Automatic plays them.', creditsAction: 'Play, ask or skip. Automatic asks.', previewAction: 'Play, ask or skip. Automatic asks.',
    stillWatchingTitles: 'How many titles may play by themselves; 0: it never asks.', stillWatchingMinutes: 'How long it plays without a touch or a key; 0: it never asks.', downloadQuality: 'Up to 720p, 1080p or 4K; automatic takes the best.',
  }),
  rules: {
    title: /** @type {Named} */ ((n) => `What ${n} may watch`), help: 'The first rule that fits a title decides. Titles for adults, and rated R or NC-17, are never shown to kids.',
    presets: 'Begin with', list: 'Rules', none: 'No rules: the options of the household decide.', otherwise: 'Everything else', add: 'Add a rule', save: 'Save the rules', removeAll: 'Remove all rules',
    action: 'Do', condition: 'With', value: 'Value', actions: /** @type {Record<string, string>} */ ({ allow: 'Show', block: 'Hide' }),
    conditions: /** @type {Record<string, string>} */ ({ genre: 'Genre', group: 'Words of a group', words: 'Words of a title', rating: 'Rating', kind: 'Kind', certificate: 'Certificate', source: 'Source', category: 'Category of a programme', title: 'One title', system: 'Rating system' }),
    defaults: /** @type {Record<string, string>} */ ({ allowRated: 'Show what is rated G, PG or PG-13', allowUnrated: 'Show what is rated G, PG or PG-13, or not rated', blockAll: 'Hide it' }),
    presetNames: /** @type {Record<string, string>} */ ({ children: 'For children', rated: 'What is rated', chosen: 'Only what is chosen' }),
    up: /** @type {Named} */ ((n) => `Move the rule up: ${n}`), down: /** @type {Named} */ ((n) => `Move the rule down: ${n}`), remove: /** @type {Named} */ ((n) => `Remove the rule: ${n}`),
    preview: 'What this comes to', shown: 'Shown', hidden: 'Hidden', examples: 'For example', saved: 'The rules are saved', waiting: 'The rules are saved and begin to apply; until then nothing is shown.', unsaved: 'Not saved yet', sure: 'Remove all rules of this profile?',
    counts: (/** @type {Hearth.TitleCounts} */ counts) => [plural(counts.movies, 'movie', 'movies'), plural(counts.series, 'series', 'series'), plural(counts.channels, 'channel', 'channels'), ...(counts.programmes ? [plural(counts.programmes, 'programme', 'programmes')] : [])].join(', '),
    reasons: /** @type {Record<string, string>} */ ({ adultMark: 'For adults', rating: 'Rated R or NC-17', otherwise: 'Everything else' }), needsGenre: 'Choose a value first',
  },
  household: {
    title: 'Household', edit: 'Change the household', language: 'Language', notChosen: 'Not chosen', firstDay: 'The week begins on', history: 'Keep the history for (days)', historyHelp: '0 keeps it for good',
    kids: 'Kids see titles without a rating', kidsChannels: 'Kids see channels without a rating', matchRule: 'A match is', matchRules: /** @type {Record<string, string>} */ ({ anyTwo: 'when two like the same', all: 'when all like the same' }),
    slotRule: 'When all connections of a source are in use', slotRules: /** @type {Record<string, string>} */ ({ refuse: 'say who uses them', endOldest: 'end the oldest', endNewest: 'end the newest' }),
    relock: 'Shared devices ask who is watching', relockIdle: 'After idle minutes', relockHour: 'Every day at', never: 'Never', rows: 'Order of the home screen', rowUp: /** @type {Named} */ ((n) => `Move ${n} up`), rowDown: /** @type {Named} */ ((n) => `Move ${n} down`), rowsSaved: 'The order is saved', pin: 'PIN of the household',
    pinHelp: 'It guards the profiles of adults and the limits of kids.', hasPIN: 'A PIN is set', noPIN: 'There is no PIN',
  },
  members: {
    actions: /** @type {Named} */ ((n) => `Change ${n}`), rename: 'Rename', makeAdult: 'Make an adult', makeChild: 'Make a child', disable: 'Disable', enable: 'Enable', remove: 'Remove', removeKeeping: 'Remove, but keep the profile',
    sureRemove: /** @type {Named} */ ((n) => `Remove ${n} with the profile, its history and lists? This cannot be undone.`), sureKeep: /** @type {Named} */ ((n) => `Remove ${n}? The profile stays as a guest's.`), changed: 'Changed', roles: 'What roles may do',
  },
  invitations: {
    title: 'Invitations', invite: 'Invite someone new', role: 'Role', name: 'Name', lifetime: 'Good for', lifetimes: /** @type {[string, string][]} */ ([['60', 'An hour'], ['1440', 'A day'], ['10080', 'A week']]), make: 'Make the link',
    once: 'Show or send this link. It is good for one person and is not shown again.', code: 'The link as a code', copy: 'Copy the link', copied: 'Link copied', accept: 'For an app for Hearth, or in a terminal with hearth invite accept:',
    onlyHere: 'This page was opened by an address that is good on this machine only, and so is the link. Open the page by the machine\'s name to invite other devices.', states: /** @type {Record<string, string>} */ ({ open: 'Open', accepted: 'Accepted', revoked: 'Revoked', expired: 'Expired' }),
    revoke: /** @type {Named} */ ((n) => `Revoke the invitation of ${n}`), revoked: 'The invitation is revoked', unnamed: 'A new person', until: /** @type {Named} */ ((at) => `until ${at}`), none: 'No invitations',
  },
  join: {
    title: 'You are invited', help: 'Join the household with a profile of your own.', signedIn: /** @type {Named} */ ((n) => `This browser is signed in as ${n}. Who joins now is signed in instead.`),
    link: 'Invitation', linkHelp: 'Paste the link that you were sent.', name: 'Your name', nameHelp: 'Leave it empty to keep the name that the invitation has.', back: 'Back to signing in', join: 'Join',
    unknown: 'This invitation is not known, was used, or is over. Ask for another one.', welcome: /** @type {Named} */ ((n) => `Welcome, ${n}`),
    pinWhy: 'With a PIN your profile opens for you alone.', withoutPIN: 'Without a PIN',
  },
  devices: {
    actions: /** @type {Named} */ ((n) => `Change ${n}`), rename: 'Rename', disable: 'Disable', enable: 'Enable', everywhere: 'Sign out everywhere', sureEverywhere: 'Sign out all of your devices, this one too?', changed: 'Changed', shared: 'Shared', signedOut: 'Signed out for safety',
  },
  lists: {
    title: 'Lists', names: /** @type {Record<string, string>} */ ({ favourites: 'My list', loved: 'Loved', maybe: 'Maybe', queue: 'Up next', never: 'Never suggest' }),
    helps: /** @type {Record<string, string>} */ ({ favourites: 'What you keep', loved: 'What the week is planned from', maybe: 'What you might agree to', queue: 'What plays next', never: 'What is not suggested to you' }),
    count: (/** @type {number} */ n) => plural(n, 'title', 'titles'), asGrid: 'Show as a grid', asList: 'Show as a list', select: 'Select', selectOne: /** @type {Named} */ ((n) => `Select ${n}`), done: 'Done', selected: (/** @type {number} */ n) => `${number(n)} selected`,
    watched: 'Mark as watched', remove: 'Remove', removed: (/** @type {number} */ n) => `${plural(n, 'title', 'titles')} removed`, marked: (/** @type {number} */ n) => `${plural(n, 'title', 'titles')} marked as watched`, picker: /** @type {Named} */ ((n) => `Lists with ${n}`), choose: 'Lists',
    empties: /** @type {Record<string, [string, string]>} */ ({ favourites: ['Your list is empty', 'Choose "My list" on a title to keep it here.'], loved: ['Nothing loved yet', 'Swipe through titles and keep what you would watch.'], maybe: ['Nothing here yet', 'Put titles here that you might agree to.'], queue: ['Nothing is queued', 'Add titles from their pages.'], never: ['Everything may be suggested', 'Titles that you do not want suggested are listed here.'] }),
  },
  deck: {
    title: 'Discover', label: 'Card. Right: love it. Left: skip it. Up: save it to your list.', love: 'Love', skip: 'Skip', save: 'Save', undo: 'Undo', details: 'Details', filters: 'Filters', all: 'All done', allHelp: 'You have seen everything that fits. Change the filters, or look at what you loved.', noTitles: ['Nothing to discover yet', 'Movies and series that are added to the library are offered here.'], change: 'Change the filters', loved: 'What you loved',
    tutorial: 'How it works', gestures: /** @type {[string, string, string][]} */ ([['next', 'Right: love it', 'The week is planned from what you love.'], ['back', 'Left: skip it', 'It is not planned where you watch.'], ['up', 'Up: save it', 'It goes to your list.']]), gotIt: 'Got it!',
    stats: (/** @type {number} */ seen, /** @type {number} */ loved, /** @type {number} */ saved) => `${number(seen)} seen, ${number(loved)} loved, ${number(saved)} saved`, match: 'It is a match', matchWith: /** @type {Named} */ ((names) => `${names} would watch it, too.`), goOn: 'Go on', open: 'Open the title',
    genre: 'Genre', year: 'Year', rating: 'Rating', any: 'Any', fresh: 'New in the library', popular: 'Popular now', fits: /** @type {Named} */ ((what) => `Fits ${what}`), good: 'Rated highly', more: (/** @type {number} */ n) => `+${n}`, done: { love: 'Loved', skip: 'Skipped', save: 'Saved to your list', undo: 'Undone' }, nothing: 'There is nothing to undo',
  },
  why: { title: 'Why you might like it', like: /** @type {Named} */ ((names) => `Like ${names}, which you keep`), genres: /** @type {Named} */ ((names) => `You love ${names}`), good: /** @type {Named} */ ((score) => `Rated ${score} out of 10`) },
  cleanUp: { title: 'Clean up', expired: (/** @type {number} */ n) => `Delete expired (${number(n)})`, watched: (/** @type {number} */ n) => `Delete watched (${number(n)})`, failed: (/** @type {number} */ n) => `Delete failed (${number(n)})`, sure: (/** @type {number} */ n) => `Delete ${plural(n, 'download', 'downloads')}?` },
  week: {
    alternatives: 'Instead of it', none: 'Nothing else fits this time.', taken: 'Booked instead', windows: 'Free time', editWindow: 'Change', removeWindow: 'Remove this free time', who: 'Who', title: 'Title', titleHelp: 'A title of the library, or any text', repeat: 'Every week', preview: 'Try a plan', opinions: 'What the household thinks', partner: 'Only what all like', family: 'For the family', moved: 'Moved', change: 'Change', start: 'Begins', changedMeanwhile: 'It was changed meanwhile. Look again.',
  },
  tracks: { title: 'Sound and subtitles', audio: 'Sound', subtitles: 'Subtitles', off: 'Off', none: 'This stream has one sound track and no subtitles.', track: (/** @type {number} */ n) => `Track ${n}` },
  queue: { handle: /** @type {Named} */ ((n) => `Sort ${n}`), help: 'Drag, or press Space and use the arrows', taken: /** @type {Named} */ ((n) => `${n} is taken. Arrows move it, Space puts it down, Escape puts it back.`), down: /** @type {Named} */ ((n) => `${n} is put down`), back: /** @type {Named} */ ((n) => `${n} is back in its place`) },
};
