/** What every call does that pauses something. */

import { messages } from '#contract/messages.ts';
import { UserError, type OutsideContext } from '../app/handlers.ts';
import { audit } from '../audit/index.ts';
import { deleteLinkSessions } from '../auth/index.ts';
import { endLinksOfClient } from '../connect-links/index.ts';
import { holdPausedOf, pausePublishing, type PauseTarget } from '../publishing/index.ts';
import { findPauseTarget } from './queries.ts';

/** So many batches of due posts (5,000 each) are held before the call answers. */
const mostBatches = 4;

/** A place as the subject of an action on record. */
export const subjectOf = ({ scope, id }: PauseTarget) =>
  id === null ? { subjectKind: 'agency' } : { subjectKind: scope, subjectId: id };

/**
 * Pauses a target, in a transaction of its own; what falls due there is held by `holdDue`. False where it is paused
 * already. Throws a UserError where it is not there (404), or is a schedule that has ended.
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
 * Holds what is due under a pause: in transactions of their own, as it can take longer than a pause may; what is left,
 * the next sweep holds.
 */
export async function holdDue({ user: { agencyId }, now, transaction }: OutsideContext): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch += 1) {
    if ((await transaction((tx) => holdPausedOf(tx, { agencyId, now }))) === 0) break;
  }
}
