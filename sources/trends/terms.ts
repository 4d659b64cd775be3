/** The keyword of a trend carries a choice beside the words: `hot:coffee` is a search for coffee, the hottest first. */

/** A keyword of a choice and words. */
export const keywordWith = (choice: string, words: string): string => `${choice}:${words}`;

/** The choice and the words of a keyword; the choice is '' where there is none. */
export function termsOf(keyword: string): [choice: string, words: string] {
  const at = keyword.indexOf(':');
  return at === -1 ? ['', keyword] : [keyword.slice(0, at), keyword.slice(at + 1)];
}

/** A whole number that a source sends as text; null if it sends none. */
export const countOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
