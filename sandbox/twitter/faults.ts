import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import type { Reply } from '../http/reply.ts';
import { clientForbidden, forbidden, plain, unauthorized } from './problems.ts';
import { headersOf, tooMany } from './windows.ts';

/** The sentence that identifies a duplicate. */
export const duplicate = 'You are not allowed to create a Tweet with duplicate content.';

/** X's answers to faults. */
export function word(context: Context, fault: Fault): Reply | undefined {
  switch (fault.kind) {
    case 'rate-limit': {
      const resetAt = context.now().getTime() + fault.seconds * 1000;
      return tooMany().reply(headersOf({ limit: 100, remaining: 0, resetAt }));
    }
    case 'expired':
    case 'revoked':
      return unauthorized().reply();
    case 'forbidden':
    case 'kicked':
      return forbidden('You are not permitted to perform this action.').reply();
    case 'app-refused':
      return clientForbidden().reply();
    case 'duplicate':
      return forbidden(duplicate).reply();
    case 'error':
      return plain(500, 'Internal Server Error', 'Something is broken. This is usually a temporary error.').reply();
    case 'unavailable':
      return plain(503, 'Service Unavailable').reply();
    default:
      return undefined;
  }
}
