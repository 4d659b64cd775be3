import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escaped } from './answers.ts';
import type { Redditor } from './people.ts';

/** A call of the API with its caller. */
export type Caller = { context: Context; call: Call; redditor: Redditor; token: string };

/** A value in the requested form: with `raw_json=1` unchanged, otherwise with entities. */
export function present({ call }: Caller, value: unknown): Reply {
  return json(200, escaped(value, call.query.get('raw_json') === '1'));
}
