import type { z } from 'zod';
import type { Permission } from '#rules/permissions.ts';
import type { Noun } from './nouns.ts';

/** Who may make a call: nobody in particular, or whoever rules/permissions.ts grants it. */
export type Who = 'anyone' | Permission;

/**
 * The one file a multipart call may carry: its field, the size from which it is refused (bytes, decimal), and the words
 * for one that is larger. They may depend on the other fields, which are not validated yet and, where all of it is far
 * too large, not read.
 */
export type FileSpec = {
  field: string;
  maxBytes: number;
  required: boolean;
  tooLarge: string | ((fields: Readonly<Record<string, unknown>>) => string);
};

/**
 * How much a call takes beside its file, as JSON or in one field of a form (bytes, decimal), where the usual 1,000,000
 * are not enough; and the words for more.
 */
export type BodyLimit = { maxBytes: number; tooLarge: string };

/**
 * Whether a call is only for a session whose person has confirmed who they are, by logging in or by `confirm-identity`,
 * within the last ten minutes: `true` from everybody, 'second-factor' only from those who have one. Others are answered
 * 403 with `errors.confirm` ('password' or 'code': what to confirm by); the browser asks for it and repeats the call by
 * itself. Never by an operator's master login.
 */
export type Confirms = true | 'second-factor';

/**
 * What a call changes, or what its answer shows; one of the two. After a change the browser reads every kept answer
 * again that shows one of its nouns. An empty list: nothing that a call shows, nothing that a call changes.
 */
export type Effect = { changes: readonly Noun[]; shows?: never } | { shows: readonly Noun[]; changes?: never };

/**
 * One call of `POST /api/<name>` (or GET): who may, what goes in, what comes out. Everything else is made from it:
 * validation, the handler's type, the typed client, the generated tests.
 */
export type Call<
  Name extends string = string,
  In extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  W extends Who = Who,
> = Effect & {
  name: Name;
  who: W;
  input: In;
  data: Data;
  /** 'GET': its input is the address's query. What it answers is never kept on the way. */
  method?: 'GET';
  /** Answered to a GET as well, with an ETag: what every caller at a host is answered alike. */
  alsoGet?: true;
  file?: FileSpec;
  body?: BodyLimit;
  confirms?: Confirms;
  /** Narrows `confirms` to some inputs; a method, so that a call is one of any input, too. */
  confirmsIf?(input: z.output<In>): boolean;
};

/** Declares a call. */
export const call = <Name extends string, In extends z.ZodType, Data extends z.ZodType, W extends Who>(
  name: Name,
  spec: Effect & {
    who: W;
    input: In;
    data: Data;
    method?: 'GET';
    alsoGet?: true;
    file?: FileSpec;
    body?: BodyLimit;
    confirms?: Confirms;
    confirmsIf?: (input: z.output<In>) => boolean;
  },
): Call<Name, In, Data, W> => ({ name, ...spec });

/**
 * Every reply's body. `errors` names the fields a 422 is about, each with its message, holds a 403's `confirm`, or
 * a 401's `session` ('expired': it ran out, and the password takes it up again). */
export type Envelope<Data = unknown> = {
  status: boolean;
  message: string;
  data?: Data;
  errors?: Record<string, string>;
};
