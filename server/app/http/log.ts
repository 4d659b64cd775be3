import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { isNoRoom } from '../../base/storage/room.ts';

/** Quoted parts of an error's text may be a person's content, so they stay out of the log. */
function withoutQuotes(text: string): string {
  const opening = /["'`(]/g;
  const endless = new Set<string>();
  let [out, at] = ['', 0];
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const closing = found[0] === '(' ? ')' : found[0];
    const end = endless.has(closing) ? -1 : text.indexOf(closing, opening.lastIndex);
    if (end === -1) {
      endless.add(closing);
      continue;
    }
    out += `${text.slice(at, found.index)}…`;
    at = opening.lastIndex = end + 1;
  }
  return (out + text.slice(at)).split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** The extra fields of PostgreSQL's and Node's errors that contain no content. */
function namesOf(error: object): Record<string, string> {
  const held: Readonly<Record<string, unknown>> = { ...error };
  return Object.fromEntries(
    ['code', 'constraint', 'table', 'routine'].flatMap((key) => {
      const value = held[key];
      return typeof value === 'string' ? [[key, value]] : [];
    }),
  );
}

const text = z.string().optional().catch(undefined);
const errorTexts = z.object({ name: text, message: text, stack: text });

/**
 * The parts of an error that the log may contain: kind, codes, the text without quoted parts, and the position in the
 * code.
 */
export function describeError(error: unknown): Record<string, unknown> {
  // pg-boss copies its errors into plain objects.
  const isCopy = typeof error === 'object' && error !== null && 'message' in error;
  if (!isCopy) return { error: typeof error };
  const { name, message = '', stack = '' } = errorTexts.parse(error);
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  const means = isNoRoom(error) ? { means: messages.noRoom } : {};
  return { error: name ?? 'object', text: withoutQuotes(message), ...namesOf(error), ...means, at: frames };
}

/** The web framework's own lines contain whole addresses: in quotes, in errors and in requests. */
function withoutAddresses(said: unknown): unknown {
  if (typeof said === 'string') return withoutQuotes(said);
  if (said instanceof Error) return describeError(said);
  const isObject = typeof said === 'object' && said !== null;
  return isObject && ('err' in said || 'req' in said) ? describeError('err' in said ? said.err : undefined) : said;
}

/** Settings of pino: one line of JSON per event, ids only. Fields that could leak by mistake are redacted. */
export const loggerOptions = (level: string, stream?: { write(line: string): void }) => ({
  level,
  base: null,
  hooks: {
    logMethod(this: object, given: unknown[], write: (...args: unknown[]) => void): void {
      write.apply(this, given.map(withoutAddresses));
    },
  },
  redact: {
    paths: ['*.password', '*.token', '*.authorization', '*.email', 'password', 'token', 'authorization', 'email'],
    censor: '…',
  },
  ...(stream === undefined ? {} : { stream }),
});

/** The log of all parts of the server: ids in `fields`, the event in a few fixed words. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, event: string) => void>;

const numbers = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;

/** A log with the same format as the web server's, for code that runs beside it. */
export function openLog(level: keyof typeof numbers): Log {
  const writer =
    (own: 'info' | 'warn' | 'error') =>
    (fields: object, event: string): void => {
      if (numbers[own] < numbers[level]) return;
      process.stdout.write(`${JSON.stringify({ level: numbers[own], time: Date.now(), ...fields, msg: event })}\n`);
    };
  return { info: writer('info'), warn: writer('warn'), error: writer('error') };
}
