import { instantToLocal } from '#rules/planning.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { lookAt, type Look } from './look.ts';
import { mailFinds } from './mail.ts';
import {
  countSearchedAtYoutube,
  insertFinds,
  listDueKeywords,
  lockKeyword,
  noteChecked,
  type DueKeyword,
  type Find,
} from './queries.ts';

/** The hour from which a day's searches run, in the agency's local time. */
const lookedFrom = '06:00';
const mostAtOnce = 2000;
/** YouTube allows 100 searches a day for all agencies together; half are kept for people who search by hand. */
const mostAtYoutube = 50;
const hourMs = 3_600_000;
/** Less than a day: after a first search in the evening, the next morning comes sooner. */
const restHours = 10;

/**
 * Searches once a day for every watched keyword, and mails new finds to everybody who wants them. Two runs may overlap.
 */
export const watchKeywords = jobs.watchKeywords.handledBy((services) => async (_data, { signal }) => {
  const { db, clock } = services;
  const before = new Date(clock().getTime() - restHours * hourMs);
  for (const due of await db.asSystem((tx) => listDueKeywords(tx, { before, most: mostAtOnce }))) {
    if (signal.aborted) return;
    const [day = '', time = ''] = instantToLocal(clock(), due.timezone).split(' ');
    if (time >= lookedFrom && due.checkedOn < day) await lookFor(services, { ...due, day, signal });
  }
  await mailFinds(services, signal);
});

type Looking = DueKeyword & { day: string; signal: AbortSignal };

/** The finds of both sources alternating, the best of each last, because the latest are shown first and mailed. */
function bestLast(one: readonly Find[], other: readonly Find[]): Find[] {
  const turns = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]]);
  return turns
    .flat()
    .filter((find) => find !== undefined)
    .toReversed();
}

async function lookFor(services: Services, { id, agencyId, keyword, day, signal }: Looking): Promise<void> {
  const { db, clock } = services;
  const reddit = await lookAt(services, { source: 'reddit', keyword, signal });
  const asked = await db.asSystem((tx) => countSearchedAtYoutube(tx, new Date(clock().getTime() - 24 * hourMs)));
  const youtube: Look =
    asked < mostAtYoutube
      ? await lookAt(services, { source: 'youtube', keyword, signal })
      : { state: 'left-out', finds: [] };
  if (signal.aborted) return;
  const isDone = reddit.state === 'answered' || reddit.state === 'not-configured';
  await db.asAgency(agencyId, async (tx) => {
    if (!(await lockKeyword(tx, { agencyId, id }))) return;
    const now = clock();
    await insertFinds(tx, { agencyId, id, finds: bestLast(reddit.finds, youtube.finds), now });
    await noteChecked(tx, {
      agencyId,
      id,
      now,
      checkedOn: isDone ? day : null,
      reddit: reddit.state,
      youtube: youtube.state,
      searchedYoutube: youtube.state === 'answered',
    });
  });
}
