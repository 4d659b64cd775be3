const longest = 2000;

/** The text of a statement without the values in quotes: `where name = 'Ann'` -> `where name = '?'`. */
export const withoutLiterals = (text: string): string => text.replaceAll(/'[^']*'/g, "'?'").slice(0, longest);
