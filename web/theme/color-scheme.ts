import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const year = 31_536_000; // seconds
const read = (): MantineColorScheme | null => {
  const chosen = /(?:^|; )color-scheme=(light|dark)/.exec(document.cookie)?.[1];
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
};

/**
 * Keeps light or dark in a cookie: the choice belongs to the screen and not to the account, so it outlives the log-out
 * that clears the browser storage. `public/first-paint.js` reads the same cookie before the first paint.
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => read() ?? fallback,
  set: (value) => {
    document.cookie = `color-scheme=${value}; path=/; max-age=${value === 'auto' ? 0 : year}; samesite=lax`;
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => {
    document.cookie = 'color-scheme=; path=/; max-age=0; samesite=lax';
  },
};
