import { jobs } from '../../base/jobs.ts';
import { dropPieces } from './drop.ts';
import { keptSince } from './present.ts';
import { listOld } from './queries.ts';

const atOnce = 100;

/** Once an hour, deletes uploads begun more than a day ago with their pieces, whether complete or not. */
export const removePieces = jobs.removePieces.handledBy((services) => async (_data, { signal }) => {
  const until = keptSince(services.clock());
  for (let afterId = '0'; !signal.aborted;) {
    const given = { until, afterId, limit: atOnce };
    const old = await services.db.asSystem((tx) => listOld(tx, given));
    const last = old.at(-1);
    if (last === undefined) return;
    for (const one of old) await dropPieces(services, { ...one, isWhole: false });
    afterId = last.id;
  }
});
