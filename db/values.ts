/** Sets how PostgreSQL's values arrive in JavaScript where pg's own choice would mislead. */
import pg from 'pg';

const { builtins } = pg.types;
// oxlint-disable-next-line typescript/no-unsafe-assignment -- pg types its parsers as any
const parseInstant: (text: string) => unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text');

/** The Dates that stand for 'infinity' and '-infinity': the last and the first instant that JavaScript knows. */
export const infinity = { future: new Date(8.64e15), past: new Date(-8.64e15) } as const;

/** The type text[], which pg's list of types leaves out. */
const textArray: number = 1009;
// oxlint-disable-next-line typescript/no-unsafe-assignment -- pg types its parsers as any
const parseTexts: (text: string) => unknown = pg.types.getTypeParser(textArray, 'text');

/**
 * bigint and numeric stay texts, dates are 'YYYY-MM-DD' (pg would make them local midnights), instants are always Dates
 * (pg would make infinity a number).
 */
export const parsers = new pg.TypeOverrides();
parsers.setTypeParser(builtins.DATE, 'text', (text) => text);
parsers.setTypeParser(builtins.TIMESTAMPTZ, 'text', (text) => {
  if (text === 'infinity') return infinity.future;
  if (text === '-infinity') return infinity.past;
  return parseInstant(text);
});
// A fast path for lists of plain words ('{reddit,vimeo}'), as most are: pg's parser goes character by character, which
// took a quarter of the time of reading a list.
parsers.setTypeParser(textArray, 'text', (text) =>
  /^\{[a-z0-9_,-]+\}$/.test(text) ? text.slice(1, -1).split(',') : parseTexts(text),
);
