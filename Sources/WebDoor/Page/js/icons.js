// The page's icons: lines on a field of 24, drawn for it.

/** @type {Record<string, string>} */
const paths = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5',
  guide: 'M3 6h18v13H3zM3 11h18M9 6v13M8 3l4 3 4-3',
  week: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h2M14 14h2M8 17h2',
  reading: 'M6 4h12v17l-6-4-6 4z',
  downloads: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  queue: 'M4 6h11M4 11h11M4 16h7M17 14v6l4-3z',
  history: 'M4 12a8 8 0 1 1 3 6M4 12l-2-3M4 12l3-2M12 8v4l3 2',
  sources: 'M12 4c5 0 8 1 8 3s-3 3-8 3-8-1-8-3 3-3 8-3zM4 7v10c0 2 3 3 8 3s8-1 8-3V7M4 12c0 2 3 3 8 3s8-1 8-3',
  people: 'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3 20c0-4 2-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c3 0 4 2 4 5',
  settings: 'M4 7h10M18 7h2M4 12h3M11 12h9M4 17h8M16 17h4M14 5v4M7 10v4M12 15v4',
  operator: 'M3 5h18v12H3zM9 21h6M12 17v4M7 11h2l2-3 2 5 2-2h2',
  favourite: 'M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z',
  play: 'M7 4v16l13-8z',
  pause: 'M8 5v14M16 5v14',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12l5 5 9-10',
  star: 'M12 3l2.8 5.9 6.2.8-4.6 4.4 1.2 6.4L12 17.4l-5.6 3.1 1.2-6.4L3 9.7l6.2-.8z',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  undo: 'M4 9h10a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  mic: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  warning: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
  offline: 'M3 3l18 18M8 12a6 6 0 0 1 8 0M5 9a10 10 0 0 1 14 0M10.500 15.500a2 2 0 0 1 3 0',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  drag: 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01',
  volume: 'M4 9h4l5-4v14l-5-4H4zM16 9c2 2 2 4 0 6',
  muted: 'M4 9h4l5-4v14l-5-4H4zM16 10l5 5M21 10l-5 5',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  window: 'M3 5h18v14H3zM12 12h7v5h-7z',
  captions: 'M3 6h18v12H3zM7 11h4M13 11h4M7 14.500h6M15 14.500h2',
  tv: 'M3 7h18v12H3zM8 3l4 4 4-4',
  devices: 'M3 5h13v9H3zM2 18h9M15 9h6v11h-6z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  family: 'M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z',
  magic: 'M5 19 15 9M17 4v4M15 6h4M7 4v2M6 5h2M19 13v3M17.500 14.500h3',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
};

/**
 * An icon as decoration; the button that has it carries the label.
 * @param {string} name @param {boolean} [isFilled]
 */
export function icon(name, isFilled = false) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', isFilled ? 'icon filled' : 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name] ?? paths.more);
  svg.append(path);
  return svg;
}
