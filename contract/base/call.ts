import type { z } from 'zod';
import type { Permission } from '#rules/permissions.ts';
import type { Noun } from './nouns.ts';

/** Who may make a call: anyone, or those to whom rules/permissions.ts grants it. */
export type Who = 'anyone' | Permission;

/**
 * The one file that a multipart call may carry: its field, the size from which it is refused (bytes, decimal), and the
 * message for a larger one. Both may depend on the other fields, which are not validated yet and are not read if the
 * whole body is far too large.
 */
export type FileSpec = {
  field: string;
  maxBytes: number;
  required: boolean;
  tooLarge: string | ((fields: Readonly<Record<string, unknown>>) => string);
};

/**
 * The size limit of a call without its file, as JSON or in one field of a form (bytes, decimal), if the usual 1,000,000
 * are not enough; and the message for a larger one.
 */
export type BodyLimit = { maxBytes: number; tooLarge: string };

/**
 * Whether a call needs a person who has confirmed their identity, by logging in or by `confirm-identity`, within the
 * last ten minutes: `true` requires it of everybody, 'second-factor' only of those who have one. Others are answered
 * 403 with `errors.confirm` ('password' or 'code': what to confirm by); the browser asks for it and repeats the call.
 * An operator's master login can never confirm.
 */
export type Confirms = true | 'second-factor';

/**
 * The nouns that a call changes, or those that its answer shows. After a change the browser reads every stored answer
 * again that shows one of the changed nouns. The list is empty if no call shows, or changes, any of them.
 */
export type Effect = { changes: readonly Noun[]; shows?: never } | { shows: readonly Noun[]; changes?: never };

/**
 * One call of `POST /api/<name>` (or GET): who may make it, its input and its output. Validation, the handler's type,
 * the typed client and the generated tests are derived from it.
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
  /** 'GET': its input is the address's query. Its answer is never cached. */
  method?: 'GET';
  /** Also answers GET, with an ETag: its answer is the same for every caller at a host. */
  alsoGet?: true;
  file?: FileSpec;
  body?: BodyLimit;
  confirms?: Confirms;
  /** Limits `confirms` to some inputs. It is a method, so that a call is assignable to a call of any input. */
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
 * The body of every reply. `errors` holds the fields of a 422, each with its message, the `confirm` of a 403, or the
 * `session` of a 401 ('expired': the password resumes it).
 */
export type Envelope<Data = unknown> = {
  status: boolean;
  message: string;
  data?: Data;
  errors?: Record<string, string>;
};
