import type { Context } from '../context.ts';
import type { Fault, FaultKind } from '../faults/fault.ts';
import type { Reply } from '../http/reply.ts';
import { endTokens } from '../oauth/tokens.ts';
import { ApiError, badToken, refusal, uploadsUsedUp } from './errors.ts';
import type { Token } from '../oauth/rows.ts';

const refusals: readonly FaultKind[] = ['rate-limit', 'revoked', 'expired', 'forbidden', 'app-refused', 'unavailable'];

/** Whether a fault refuses the request itself, before the file is sent. */
export function isRefusal(fault: Fault | undefined): boolean {
  return fault !== undefined && refusals.includes(fault.kind);
}

/** YouTube's answers to faults. A wait of an hour or more is the day's uploads, a shorter one its rate limit. */
export async function word(context: Context, token: Token | undefined, fault: Fault): Promise<Reply | undefined> {
  const end = async (does: 'expire' | 'revoke') =>
    token && endTokens(context, { network: 'youtube', grant: token.grant, does });
  switch (fault.kind) {
    case 'rate-limit':
      return refusal(
        fault.seconds >= 3600
          ? uploadsUsedUp()
          : new ApiError(403, 'rateLimitExceeded', {
              message: 'The request cannot be completed because you have exceeded your rate limit.',
              domain: 'youtube.quota',
            }),
      );
    case 'error':
      return refusal(new ApiError(500, 'backendError', { message: 'Internal error encountered.', domain: 'global' }));
    case 'expired':
      await end('expire');
      return refusal(badToken());
    case 'revoked':
      await end('revoke');
      return refusal(badToken());
    case 'forbidden':
      return refusal(new ApiError(403, 'forbidden', { message: 'The request might not be properly authorized.' }));
    case 'app-refused':
      return refusal(
        new ApiError(403, 'accessNotConfigured', {
          message:
            'YouTube Data API v3 has not been used in project 12345 before or it is disabled. Enable it by visiting ' +
            'https://console.developers.google.com/apis/api/youtube.googleapis.com/overview?project=12345 then retry.',
          domain: 'usageLimits',
        }),
      );
    default:
      return undefined;
  }
}
