const names: Record<string, string> = { telegram: 'Telegram', wordpress: 'WordPress', medium: 'Medium' };

const paths: Record<string, string> = {
  telegram: '<circle cx="12" cy="12" r="11" fill="#229ed9"/><path d="M5 11.6 17.6 6.7c.6-.2 1.1.1.9 1L16.4 17.6c-.2.7-.6.9-1.2.6l-3.2-2.4-1.6 1.5c-.2.2-.3.3-.6.3l.2-3.3 6-5.4c.3-.2-.1-.4-.4-.1l-7.4 4.7-3.2-1c-.7-.2-.7-.7 0-.9z" fill="#fff"/>',
  wordpress: '<circle cx="12" cy="12" r="11" fill="#21759b"/><path d="M5 8h3.5L11 16l2-6.2L12.5 8H16l2.5 8L21 9" fill="none" stroke="#fff" stroke-width="1.7"/>',
  medium: '<circle cx="12" cy="12" r="11" fill="#1a1a1a" stroke="#777" stroke-width=".5"/><ellipse cx="8.5" cy="12" rx="3.7" ry="3.8" fill="#fff"/><ellipse cx="14.5" cy="12" rx="1.7" ry="3.6" fill="#fff"/><ellipse cx="17.8" cy="12" rx=".7" ry="3.2" fill="#fff"/>',
  mail: '<rect x="2.5" y="5" width="19" height="14" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.7"/><path d="m3.5 7 8.5 6.5L20.5 7" fill="none" stroke="currentColor" stroke-width="1.7"/>',
  keys: '<circle cx="8" cy="14" r="4.5" fill="none" stroke="currentColor" stroke-width="1.7"/><path d="m11.5 11 8-8m-3 3 3 3" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>',
  faults: '<path d="M12 3.5 22 20.5H2z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/><path d="M12 10v5m0 2.3v.4" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>',
};

/** The inline SVG of a network or a tab; networks say their name to screen readers where they stand alone. */
export function networkIcon(id: string): string {
  const label = names[id];
  return `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" ${label ? `role="img" aria-label="${label}"` : 'aria-hidden="true"'}>${paths[id] ?? ''}</svg>`;
}
