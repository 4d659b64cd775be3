/** The maximum length of a stored message, name, id or address. */
const mostCharacters = 2000;

/**
 * Makes an untrusted text storable: removes NUL and half surrogate pairs, which PostgreSQL refuses, and limits the
 * length.
 */
export const storableText = (text: string): string => text.slice(0, mostCharacters).replaceAll('\0', '').toWellFormed();

/** An untrusted URL that may be shown as a link: http or https; otherwise null (`javascript:` and the like). */
export function storableLink(address: string | null): string | null {
  const text = storableText(address ?? '');
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
}

/** The texts in a network's answer, made storable. */
export const storableTexts = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [storableText(name), storableText(text)]));

/** The JSON of a value with untrusted texts, made storable. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Most values are short and without escapes, and need no further check.
  if (json.length <= mostCharacters && !json.includes('\\u')) return json;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
}

/**
 * The JSON of a document of any size, made storable: NUL and half surrogate pairs in its texts and keys become U+FFFD.
 */
export const storableDocument = (document: object): string =>
  JSON.stringify(document).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\ufffd');
