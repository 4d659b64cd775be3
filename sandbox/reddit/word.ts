import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import type { Reply } from '../http/reply.ts';
import { endTokens } from '../oauth/tokens.ts';
import { bare, refusal, tooOften, unauthorized } from './answers.ts';

/** Reddit's answers to faults. A revoked grant cannot be renewed; an expired token can. */
export async function word(
  context: Context,
  { fault, token }: { fault: Fault; token: string },
): Promise<Reply | undefined> {
  const grant = context.state.tables.tokens.get(token)?.grant ?? '';
  switch (fault.kind) {
    case 'rate-limit':
      return tooOften(fault.seconds);
    case 'unavailable':
      return bare(429, 'Too Many Requests', {
        'x-ratelimit-used': '1000',
        'x-ratelimit-remaining': '0.0',
        'x-ratelimit-reset': String(fault.seconds),
      });
    case 'error':
      return bare(500, 'Internal Server Error');
    case 'forbidden':
    case 'kicked':
      return bare(403, 'Forbidden');
    case 'duplicate':
      return refusal(
        'ALREADY_SUB',
        "This community doesn't allow links to be posted more than once, and this link has already been shared",
        'url',
      );
    case 'expired':
    case 'revoked':
      await endTokens(context, { network: 'reddit', grant, does: fault.kind === 'revoked' ? 'revoke' : 'expire' });
      return unauthorized();
    default:
      return undefined;
  }
}
