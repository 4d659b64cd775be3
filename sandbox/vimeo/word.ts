import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import type { Reply } from '../http/reply.ts';
import { endTokens } from '../oauth/tokens.ts';
import { badToken, isoOf, refusal, tooMany } from './answers.ts';

/** Vimeo's answers to faults. An expired or revoked token cannot be renewed. */
export async function word(
  context: Context,
  { fault, token }: { fault: Fault; token: string },
): Promise<Reply | undefined> {
  switch (fault.kind) {
    case 'rate-limit':
      return tooMany({
        'x-ratelimit-limit': '500',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': isoOf(new Date(context.now().getTime() + fault.seconds * 1000)),
      });
    case 'error':
      return refusal(500, 4003, 'There is a problem initiating the upload.');
    case 'forbidden':
      return refusal(403, 3200, "You can't upload the video.", {
        developerMessage: 'Your app does not have the capability to upload.',
      });
    case 'expired':
    case 'revoked':
      await endTokens(context, {
        network: 'vimeo',
        grant: context.state.tables.tokens.get(token)?.grant ?? '',
        does: 'revoke',
      });
      return badToken();
    default:
      return undefined;
  }
}
