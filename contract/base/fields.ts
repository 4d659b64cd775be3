import { z } from 'zod';
import { isZone, zoneName } from '#rules/planning.ts';
import { isInvisible, withoutControls } from '#rules/visible.ts';

/** An id on the wire: a positive whole number as a string. */
export const id = z.string().regex(/^[1-9]\d{0,17}$/, 'This id is not valid');

/** A line of text of which something must be seen, trimmed. */
export const line = (label: string, max: number) =>
  text(max).pipe(z.string().refine((value) => !isInvisible(value), `${label} is required`));

/**
 * Free text up to a number of characters, trimmed; may be empty. NUL cannot be stored and is refused; other control
 * characters become spaces or line breaks.
 */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Please use at most ${max} characters`)
    .refine((value) => !value.includes('\0'), 'Please remove the invisible characters')
    .overwrite(withoutControls)
    .trim();

/** An email address, trimmed and in lower case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email')
  .pipe(z.email('Please enter a valid email'));

/**
 * Outside these years, adding days or converting zones may exceed the range of JavaScript or PostgreSQL, and nobody
 * plans posts there.
 */
const isNear = (text: string): boolean => text >= '2000' && text < '2101';
const near = 'Please choose a date from 2000 to 2100';

/** A calendar date that exists, 'YYYY-MM-DD', in the years 2000 to 2100. */
export const date = z.iso.date('Please choose a date that exists').refine(isNear, near);

/** A clock time 'HH:mm', 00:00 to 23:59. */
export const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time between 00:00 and 23:59');

/** An IANA time zone that this machine knows, in the spelling of the database. */
export const timezone = z
  .string()
  .max(64)
  .refine(isZone, { error: 'Please choose a timezone from the list', abort: true })
  .overwrite(zoneName);

/** An instant in ISO 8601, UTC. */
export const instant = z.iso.datetime();

/** An instant as input: in the years 2000 to 2100. */
export const nearInstant = z.iso.datetime('Please choose a time that exists').refine(isNear, near);

/**
 * A page of an unbounded list: the cursor of the next page (null at the end), and the number of rows on all pages,
 * `mostCounted` + 1 if there are more.
 */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable(), total: z.number().int() });

/** The input that all calls of lists share. */
export const listInput = {
  search: text(200).optional(),
  cursor: z.string().max(4000).optional(),
};

/** The input of calls without parameters. */
export const nothing = z.object({});

/** The data of calls that answer only a message. */
export const noData = z.null();
