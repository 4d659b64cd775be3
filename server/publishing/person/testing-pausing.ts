import { testDatabase } from '#db/testing.ts';
import { pausePlace, type PausePlace } from './pause.ts';
import { planResume } from './resume-plan.ts';
import { resumePlace } from './resume.ts';
import type { Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

/** The database of the file that imports this. */
export const db = await testDatabase({ max: 20 });

/** A planned schedule with its worker, its network and the places that can be paused, alone in the database. */
export async function aPausingStage(planned: Planned = {}) {
  const stage = await aStage(db, planned);
  const { agencyId, clientId, accountIds, clock } = stage;
  const places = {
    everything: { agencyId, scope: 'everything', id: null },
    client: { agencyId, scope: 'client', id: clientId },
    account: { agencyId, scope: 'account', id: accountIds[0] ?? '' },
  } as const satisfies Record<string, PausePlace>;
  const pause = (place: PausePlace) =>
    db.asAgency(agencyId, (tx) => pausePlace(tx, { ...place, userId: clientId, now: clock.now() }));
  const resume = (place: PausePlace, choice: 'publish-now' | 'next-free-times' | 'skip' = 'publish-now') =>
    db.asAgency(agencyId, async (tx) => {
      const at = clock.now();
      const { fingerprint } = await planResume(tx, { ...place, at });
      return resumePlace(tx, { ...place, at, choice, fingerprint, now: at });
    });
  return { ...stage, places, pause, resume };
}
