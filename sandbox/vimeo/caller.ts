import type { Context } from '../context.ts';
import type { Call } from '../http/request.ts';
import type { Filmer } from './people.ts';

/** A call of the API with whom it speaks for and through which app. */
export type Caller = { context: Context; call: Call; filmer: Filmer; token: string; clientId: string };
