/** Whether each word of a search occurs in one of these texts, ignoring case: `'bak sun'` finds `'Sunrise Bakery'`. */
export function isFound(search: string, ...texts: readonly string[]): boolean {
  const lower = texts.map((text) => text.toLowerCase());
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.some((text) => text.includes(word)));
}
