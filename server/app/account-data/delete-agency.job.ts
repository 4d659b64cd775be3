import { deletionSteps, type DeletionStep } from '#rules/account-data.ts';
import type { Services } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { deleteBytes, emptyTables, leaveNetworks, sendLastMail, waitForSending } from './deletion-steps.ts';
import { enterStep, findDeletion, type DeletionRow } from './deletion-queries.ts';

/** How soon a waiting step is retried. */
const waitMs = 2000;

/**
 * Deletes an agency step by step. Each step can be repeated: if a worker dies in the middle, another continues at the
 * same step. The queue retries failures (an unreachable storage).
 */
export const deleteAgency = jobs.deleteAgency.handledBy((services) => async (payload, { signal }) => {
  const { db, clock } = services;
  const { deletionId: id } = payload;
  for (;;) {
    const deletion = await db.asSystem((tx) => findDeletion(tx, id));
    if (deletion === undefined || deletion.step === 'done' || signal.aborted) return;
    if ((await doStep(services, deletion, signal)) === 'later') {
      await db.asSystem((tx) =>
        enqueueJob(
          tx,
          jobs.deleteAgency,
          { deletionId: id },
          { startAfter: new Date(clock().getTime() + waitMs), singletonKey: id },
        ),
      );
      return;
    }
    await db.asSystem((tx) => enterStep(tx, { id, from: deletion.step, to: stepAfter(deletion.step) }));
  }
});

const stepAfter = (step: DeletionStep): DeletionStep => deletionSteps[deletionSteps.indexOf(step) + 1] ?? 'done';

function doStep(services: Services, deletion: DeletionRow, signal: AbortSignal): Promise<'done' | 'later'> {
  switch (deletion.step) {
    case 'publishing':
      return waitForSending(services, deletion);
    case 'networks':
      return leaveNetworks(services, deletion, signal);
    case 'rows':
      return emptyTables(services, deletion);
    case 'files':
      return deleteBytes(services, deletion, signal);
    case 'mail':
      return sendLastMail(services, deletion);
    case 'done':
      return Promise.resolve('done');
    default:
      return deletion.step satisfies never;
  }
}
