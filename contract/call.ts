import type { z } from 'zod';
import type { Permission } from '#rules/permissions.ts';

/** Who may make a call: nobody in particular, or whoever rules/permissions.ts grants it. */
export type Who = 'anyone' | Permission;

/** The one file a multipart call may carry: its field, and the size from which it is refused (bytes, decimal). */
export type FileSpec = { field: string; maxBytes: number; required: boolean };

/**
 * One call of `POST /api/<name>`: who may, what goes in, what comes out. Everything else is made from it:
 * validation, the handler's type, the typed client, the generated tests.
 */
export type Call<
  Name extends string = string, In extends z.ZodType = z.ZodType, Data extends z.ZodType = z.ZodType, W extends Who = Who,
> = {
  name: Name;
  who: W;
  input: In;
  data: Data;
  file?: FileSpec;
};

/** Declares a call. */
export const call = <Name extends string, In extends z.ZodType, Data extends z.ZodType, W extends Who>(
  name: Name,
  spec: { who: W; input: In; data: Data; file?: FileSpec },
): Call<Name, In, Data, W> => ({ name, ...spec });

/** Every reply's body. `errors` names the fields a 422 is about, each with its message. */
export type Envelope<Data = unknown> = {
  status: boolean;
  message: string;
  data?: Data;
  errors?: Record<string, string>;
};
