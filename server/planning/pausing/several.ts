/** Pausing and resuming several clients or schedules at once, by the rules of the call for one. */

import { bulkWords, type BulkOutcome } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { eachRow } from '../../base/lists/each-row.ts';
import { planResume, resumePublishing, type PauseTarget } from '../../publishing/index.ts';
import { countLivingSchedules } from '../schedules/index.ts';
import { countLivingClients } from '../../people/users/index.ts';
import { holdDue, pause, subjectOf } from './pause.ts';
import { findPauseTarget } from './queries.ts';

/** Answers `pause-clients`. */
export const pauseClients = (
  input: Input<'pause-clients'>,
  context: OutsideContext,
): Promise<Reply<Data<'pause-clients'>>> =>
  pauseSeveral(input, { scope: 'client', noun: 'client', countThere: countLivingClients }, context);

/** Answers `pause-schedulers`. */
export const pauseSchedules = (
  input: Input<'pause-schedulers'>,
  context: OutsideContext,
): Promise<Reply<Data<'pause-schedulers'>>> =>
  pauseSeveral(input, { scope: 'schedule', noun: 'schedule', countThere: countLivingSchedules }, context);

type Kind = {
  scope: 'client' | 'schedule';
  noun: string;
  countThere: (tx: Tx, rows: { agencyId: string; ids: readonly string[] }) => Promise<number>;
};

async function pauseSeveral(
  { ids, paused }: { ids: readonly string[]; paused: boolean },
  { scope, noun, countThere }: Kind,
  context: OutsideContext,
): Promise<Reply<BulkOutcome>> {
  const {
    user: { agencyId },
    transaction,
  } = context;
  const data = await eachRow({
    ids,
    countThere: (some) => transaction((tx) => countThere(tx, { agencyId, ids: some })),
    work: async (id) => {
      const target: PauseTarget = { agencyId, scope, id };
      if (!paused) await transaction((tx) => resumeFree(tx, target, context));
      else if (!(await pause(target, context))) throw new UserError(messages.alreadyPaused);
    },
  });
  if (paused) await holdDue(context);
  return { message: bulkWords(paused ? 'Paused' : 'Resumed', data, noun), data };
}

/** Ends a pause without due posts; a person has to decide about due ones. */
async function resumeFree(tx: Tx, target: PauseTarget, { user, origin, now: at }: OutsideContext): Promise<void> {
  const found = await findPauseTarget(tx, target);
  if (found === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (found.paused_at === null) throw new UserError(messages.notPaused);
  const { pile, fingerprint } = await planResume(tx, { ...target, at });
  if (pile.length > 0) throw new UserError(messages.postsHeld);
  const choice = 'publish-now';
  const { kind } = await resumePublishing(tx, { ...target, at, choice, fingerprint, now: at });
  if (kind === 'changed') throw new UserError(messages.pileChanged);
  await audit(tx, { user, origin, action: 'publishing-resumed', ...subjectOf(target), details: { choice, posts: 0 } });
}
