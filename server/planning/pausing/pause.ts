/** What all calls that pause have in common. */

import { messages } from '#contract/messages.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { deleteLinkSessions } from '../../people/auth/index.ts';
import { endLinksOfClient } from '../../people/connect-links/index.ts';
import { holdPausedOf, pausePublishing, type PauseTarget } from '../../publishing/index.ts';
import { findPauseTarget } from './queries.ts';

/** The number of batches of due posts (5,000 each) that are held before the call answers. */
const mostBatches = 4;

/** A target as the subject of an audited action. */
export const subjectOf = ({ scope, id }: PauseTarget) =>
  id === null ? { subjectKind: 'agency' } : { subjectKind: scope, subjectId: id };

/**
 * Pauses a target, in a transaction of its own; `holdDue` holds its due posts. False if it is paused already. Throws a
 * UserError if it does not exist (404), or is a schedule that has ended.
 */
export async function pause(target: PauseTarget, { user, origin, now, transaction }: OutsideContext): Promise<boolean> {
  const { agencyId } = user;
  return transaction(async (tx) => {
    const found = await findPauseTarget(tx, target);
    if (found === undefined) throw new UserError(messages.notFound, { status: 404 });
    if (found.is_over === true && found.paused_at === null) throw new UserError(messages.scheduleOver);
    const isNew = await pausePublishing(tx, { ...target, userId: user.id, now });
    if (isNew && target.scope === 'client') {
      const linkIds = await endLinksOfClient(tx, { agencyId, clientId: target.id, why: 'paused', now });
      await deleteLinkSessions(tx, { agencyId, linkIds });
    }
    if (isNew) await audit(tx, { user, origin, action: 'publishing-paused', ...subjectOf(target) });
    return isNew;
  });
}

/**
 * Holds the due posts of a pause, in transactions of their own, because this can take longer than a call may; the next
 * sweep holds the rest.
 */
export async function holdDue({ user: { agencyId }, now, transaction }: OutsideContext): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch += 1) {
    if ((await transaction((tx) => holdPausedOf(tx, { agencyId, now }))) === 0) break;
  }
}
