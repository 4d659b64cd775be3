/** A text as PostgreSQL can keep it: without NUL, and with a replacement character for half of a surrogate pair. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The texts of what a network told us, as PostgreSQL can keep them. */
export const storableTexts = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [storableText(name), storableText(text)]));

/** The JSON of a value whose texts a stranger may have written, as PostgreSQL can keep it. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
