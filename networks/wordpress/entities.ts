/** Characters above U+FFFF, such as most emoji: a database column of MySQL's `utf8` refuses a text that has one. */

/** Whether a text has a character above U+FFFF. */
export const hasWideCharacters = (text: string): boolean => /[\u{10000}-\u{10ffff}]/u.test(text);

/** A text of HTML with these as character references, as WordPress itself writes emoji into such a column. */
export const asEntities = (text: string): string =>
  text.replace(/[\u{10000}-\u{10ffff}]/gu, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`);
