import { testDatabase } from '#db/testing.ts';
import { pausePublishing, type PauseTarget } from './pause.ts';
import { planResume } from './resume-plan.ts';
import { resumePublishing } from './resume.ts';
import type { Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

/** Opens a database for the calling test file; returns it and a function that arranges a plan in it. */
export async function openPausingStages() {
  /** The database of the calling test file. */
  const db = await testDatabase({ max: 20 });

  /** A planned schedule with its worker, its network and the targets that can be paused, alone in the database. */
  async function aPausingStage(planned: Planned = {}) {
    const stage = await aStage(db, planned);
    const { agencyId, clientId, scheduleId, accountIds, clock } = stage;
    const targets = {
      everything: { agencyId, scope: 'everything', id: null },
      client: { agencyId, scope: 'client', id: clientId },
      account: { agencyId, scope: 'account', id: accountIds[0] ?? '' },
      schedule: { agencyId, scope: 'schedule', id: scheduleId },
    } as const satisfies Record<string, PauseTarget>;
    const pause = (target: PauseTarget) =>
      db.asAgency(agencyId, (tx) => pausePublishing(tx, { ...target, userId: clientId, now: clock.now() }));
    const resume = (target: PauseTarget, choice: 'publish-now' | 'next-free-times' | 'skip' = 'publish-now') =>
      db.asAgency(agencyId, async (tx) => {
        const at = clock.now();
        const { fingerprint } = await planResume(tx, { ...target, at });
        return resumePublishing(tx, { ...target, at, choice, fingerprint, now: at });
      });
    return { ...stage, targets, pause, resume };
  }

  return { db, aPausingStage };
}
