/**
 * The keyword of a trend contains an option before the words: `hot:coffee` is a search for coffee, the hottest posts
 * first.
 */

/** Builds a keyword from an option and words. */
export const keywordWith = (choice: string, words: string): string => `${choice}:${words}`;

/** The option and the words of a keyword; the option is '' if it is missing. */
export function termsOf(keyword: string): [choice: string, words: string] {
  const at = keyword.indexOf(':');
  return at === -1 ? ['', keyword] : [keyword.slice(0, at), keyword.slice(at + 1)];
}

/** A whole number that a source sends as text; null without one. */
export const countOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
