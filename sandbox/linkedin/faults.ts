import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import type { Reply } from '../http/reply.ts';
import { denied, duplicateOf, Refused, restricted, tokenRefused, tooMany } from './errors.ts';

/** LinkedIn's answers to faults. A duplicate names a post of the previous day. */
export function word(context: Context, fault: Fault): Reply | undefined {
  switch (fault.kind) {
    case 'rate-limit':
      return tooMany().reply();
    case 'expired':
      return tokenRefused('expired').reply();
    case 'revoked':
      return tokenRefused('revoked').reply();
    case 'forbidden':
      return restricted().reply();
    case 'app-refused':
      return denied('partnerApiPostsExternal.CREATE.NO_VERSION').reply();
    case 'duplicate':
      return duplicateOf(`urn:li:share:${postNumber(context.now().getTime() - 86_400_000, 0)}`).reply();
    case 'error':
      return new Refused(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error').reply();
    case 'unavailable':
      return new Refused(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable').reply();
    default:
      return undefined;
  }
}

/** The number in a post's URN: its time in ms, shifted by 22 bits, and a sequence (from memory). */
export function postNumber(ms: number, sequence: number): string {
  return ((BigInt(ms) << 22n) + BigInt(sequence % 4_194_304)).toString();
}
