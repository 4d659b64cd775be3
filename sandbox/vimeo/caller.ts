import type { Context } from '../context.ts';
import type { Call } from '../http/request.ts';
import type { VimeoUser } from './people.ts';

/** A call of the API with its caller and app. */
export type Caller = { context: Context; call: Call; user: VimeoUser; token: string; clientId: string };
