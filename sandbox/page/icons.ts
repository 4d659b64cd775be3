const names: Record<string, string> = {
  facebook: 'Facebook',
  youtube: 'YouTube',
  twitter: 'X',
  linkedin: 'LinkedIn',
  reddit: 'Reddit',
  vimeo: 'Vimeo',
  telegram: 'Telegram',
  wordpress: 'WordPress',
  medium: 'Medium',
};

const paths: Record<string, string> = {
  telegram:
    '<circle cx="12" cy="12" r="11" fill="#229ed9"/><path d="M5 ' +
    '11.6 17.6 6.7c.6-.2 1.1.1.9 1L16.4 17.6c-.2.7-.6.9-1.2.6l-3.2-2.4-1.6 ' +
    '1.5c-.2.2-.3.3-.6.3l.2-3.3 6-5.4c.3-.2-.1-.4-.4-.1l-7.4 4.7-3.2-1c-.7-.2-.7-.7 0-.9z" fill="#fff"/>',
  wordpress:
    '<circle cx="12" cy="12" r="11" fill="#21759b"/><path d="M5 ' +
    '8h3.5L11 16l2-6.2L12.5 8H16l2.5 8L21 9" fill="none" stroke="#fff" stroke-width="1.7"/>',
  medium:
    '<circle cx="12" cy="12" r="11" fill="#1a1a1a" stroke="#777" stroke-width=".5"/>' +
    '<ellipse cx="8.5" cy="12" rx="3.7" ry="3.8" fill="#fff"/>' +
    '<ellipse cx="14.5" cy="12" rx="1.7" ry="3.6" fill="#fff"/>' +
    '<ellipse cx="17.8" cy="12" rx=".7" ry="3.2" fill="#fff"/>',
  facebook:
    '<circle cx="12" cy="12" r="11" fill="#1877f2"/><path d="M13.2 ' +
    '20v-7h2.3l.4-2.8h-2.7V8.5c0-.8.3-1.4 1.5-1.4H16V4.6c-.3 ' +
    '0-1-.1-2-.1-2.2 0-3.6 1.3-3.6 3.6v2.1H8V13h2.4v7z" fill="#fff"/>',
  youtube:
    '<rect x="1" y="4.5" width="22" height="15" rx="4.5" fill="#f03"/><path d="m10 8.5 6 3.5-6 3.5z" fill="#fff"/>',
  twitter:
    '<rect x="1" y="1" width="22" height="22" rx="5" fill="#111" stroke="#777" stroke-width=".5"/>' +
    '<path d="m6.5 6.5 11 11m0-11-11 11" stroke="#fff" stroke-width="2"/>',
  linkedin:
    '<rect x="1" y="1" width="22" height="22" rx="4" fill="#0a66c2"/>' +
    '<path d="M7 10v7M7 6.6v.5M11 17v-7m0 3.2c0-3.9 6-4.2 6 0V17" fill="none" stroke="#fff" stroke-width="2"/>',
  reddit:
    '<circle cx="12" cy="12" r="11" fill="#ff4500"/><ellipse cx="12" cy="13.5" rx="6.5" ry="4.5" fill="#fff"/>' +
    '<circle cx="9.6" cy="13" r="1.1" fill="#ff4500"/><circle cx="14.4" cy="13" r="1.1" fill="#ff4500"/>' +
    '<path d="m12 9 .8-3.3 2.7.6" fill="none" stroke="#fff"/>',
  vimeo:
    '<rect x="1" y="1" width="22" height="22" rx="5" fill="#17d5ff"/>' +
    '<path d="M5.5 9.5c2-1.9 3.6-2.6 4.2-.6l1.3 4.9c.6 2 1.5 ' +
    '1 2.6-.7 1.2-1.9.6-3.3-1-2.5 1.4-4.2 5-3.5 4.4.3-.6 3.8-4.7 ' +
    '7.5-6.2 7.1-2.2-.5-2.3-6.5-3.8-7.4z" fill="#fff"/>',
  newest:
    '<circle cx="12" cy="12" r="9.2" fill="none" stroke="currentColor" stroke-width="1.7"/>' +
    '<path d="M12 7v5.2l3.4 2" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>',
  mail:
    '<rect x="2.5" y="5" width="19" height="14" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.7"/>' +
    '<path d="m3.5 7 8.5 6.5L20.5 7" fill="none" stroke="currentColor" stroke-width="1.7"/>',
  keys:
    '<circle cx="8" cy="14" r="4.5" fill="none" stroke="currentColor" stroke-width="1.7"/>' +
    '<path d="m11.5 11 8-8m-3 3 3 3" fill="none" stroke="currentColor" ' +
    'stroke-width="1.7" stroke-linecap="round"/>',
  faults:
    '<path d="M12 3.5 22 20.5H2z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/>' +
    '<path d="M12 10v5m0 2.3v.4" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>',
};

/** The display name of a network. */
export function networkName(id: string): string {
  return names[id] ?? id;
}

/** The inline SVG of a network or a tab; network icons without a text beside them have a name for screen readers. */
export function networkIcon(id: string): string {
  const label = names[id];
  return `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" ${label ? `role="img" aria-label="${label}"` : 'aria-hidden="true"'}>${paths[id] ?? ''}</svg>`;
}
