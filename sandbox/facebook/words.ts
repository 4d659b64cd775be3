import type { Fault } from '../faults/fault.ts';
import type { Reply } from '../http/reply.ts';
import { badToken, duplicate, GraphError, groupsGone, noPermission, refusal } from './errors.ts';
import type { Page } from './people.ts';

/** Facebook's answers to faults of writes to a page. */
export function word(page: Page, fault: Fault): Reply | undefined {
  switch (fault.kind) {
    case 'rate-limit':
      return refusal(new GraphError('(#32) Page request limit reached', { code: 32, isTransient: true }), {
        'x-app-usage': JSON.stringify({ call_count: 100, total_cputime: 25, total_time: 25 }),
        'x-business-use-case-usage': JSON.stringify({
          [page.id]: [
            {
              type: 'pages',
              call_count: 100,
              total_cputime: 25,
              total_time: 25,
              estimated_time_to_regain_access: Math.ceil(fault.seconds / 60),
            },
          ],
        }),
      });
    case 'error':
      return refusal(
        new GraphError('An unexpected error has occurred. Please retry your request later.', {
          code: 2,
          status: 500,
          isTransient: true,
        }),
      );
    case 'revoked':
      return refusal(
        badToken('Error validating access token: The user has not authorized application sandbox-app.', 458),
      );
    case 'expired':
      return refusal(
        badToken(
          'Error validating access token: Session has expired on Friday, November 20, 2026. The current time is ' +
            'Saturday, November 21, 2026.',
          463,
        ),
      );
    case 'forbidden':
      return refusal(
        noPermission(
          'If posting to a group, requires app being installed in the group, and either publish_to_groups permission ' +
            'with user token, or both pages_read_engagement and pages_manage_posts permission with page token; If ' +
            'posting to a page, requires both pages_read_engagement and pages_manage_posts as an admin with ' +
            'sufficient administrative permission',
        ),
      );
    case 'app-refused':
      return refusal(groupsGone());
    case 'duplicate':
      return refusal(duplicate());
    default:
      return undefined;
  }
}
