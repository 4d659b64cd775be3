import type { Network } from '#networks/network.ts';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { lookAheadHours } from '#rules/renewal.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { failAhead } from '../index.ts';
import { findFileToFit, listSoonDue, type SoonDue, makeFit, rulesNameOf } from '../../base/media/index.ts';

const atOnce = 200;

/**
 * Checks the media of posts due within a day. Versions that a network needs are made now. Posts whose media cannot fit
 * fail now with the reason, while there is time to upload another file.
 */
export const checkMedia = jobs.checkMedia.handledBy((services) => async (_data, { signal }) => {
  const { db, networks, clock } = services;
  const rules: Partial<Record<NetworkId, string>> = {};
  for (const id of networkIds) {
    const network = networks[id];
    if (network !== undefined) rules[id] = rulesNameOf(network.limits);
  }
  const now = clock();
  const until = new Date(now.getTime() + lookAheadHours * 3_600_000);
  for (let afterId = '0'; !signal.aborted;) {
    const due = await db.asSystem((tx) => listSoonDue(tx, { now, until, rules, afterId, limit: atOnce }));
    for (const one of due) {
      const network = networks[one.network];
      if (network !== undefined) await check(services, { due: one, network, signal });
    }
    const last = due.at(-1);
    if (last === undefined || due.length < atOnce) return;
    afterId = last.deliveryId;
  }
});

async function check(
  services: Services,
  { due, network, signal }: { due: SoonDue; network: Network; signal: AbortSignal },
): Promise<void> {
  const { agencyId, deliveryId, fileId } = due;
  const file = await services.db.asAgency(agencyId, (tx) => findFileToFit(tx, { agencyId, fileId }));
  const made = file === undefined ? null : await makeFit(services, file, { network, signal });
  // A missing file is reported when the post is published: it may come back, and deleting it deletes its items.
  if (made?.kind !== 'unfit') return;
  await services.db.asAgency(agencyId, (tx) =>
    failAhead(tx, { agencyId, deliveryIds: [deliveryId], message: made.message, now: services.clock() }),
  );
}
