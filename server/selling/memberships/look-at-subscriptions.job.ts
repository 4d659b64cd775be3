import { z } from 'zod';
import { stripeRight, type StripeRight } from '#contract/people/accounts-stripe.ts';
import { findOwner } from '../../people/accounts/index.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeStripeTroubleMail } from './mail-words.ts';
import { findStripe, listToProbe, openStripe, probeRights, saveRights } from '../stripe/index.ts';
import { converge, StripeUnread } from './converge.ts';
import { listToLookAt } from './subscription-queries.ts';

const hour = 3_600_000;
/** Every subscription and key is read once a day. */
const every = 20 * hour;
const atOnce = 100;

/**
 * Once a day: catches up on lost events, ends expired grace periods, and tests every permission of every connected
 * Stripe key before a buyer meets a missing one.
 */
export const lookAtSubscriptions = jobs.lookAtSubscriptions.handledBy((services) => async (_payload, { signal }) => {
  await lookAtAll(services, signal);
  await probeAll(services, signal);
});

async function lookAtAll(services: Services, signal: AbortSignal): Promise<void> {
  const { db, secrets, clock } = services;
  const now = clock();
  const until = new Date(now.getTime() - every);
  const tried = new Set<string>();
  for (;;) {
    const rows = await db.asSystem((tx) => listToLookAt(tx, { until, now, limit: atOnce }));
    const left = rows.filter(({ id }) => !tried.has(id));
    if (left.length === 0 || signal.aborted) return;
    for (const row of left) {
      tried.add(row.id);
      const { agency_id: agencyId, stripe_account_id: id, subscription_id: subscriptionId } = row;
      const account = await db.asSystem((tx) => findStripe(tx, secrets, { agencyId, id }));
      if (account === undefined) continue;
      await converge({ services, account, subscriptionId }).catch((error: unknown) => {
        // Stripe is unreachable or the key is revoked: the state stays, and is read again in an hour.
        if (!(error instanceof StripeUnread)) throw error;
      });
    }
  }
}

async function probeAll(services: Services, signal: AbortSignal): Promise<void> {
  const { db, secrets, clock } = services;
  const until = new Date(clock().getTime() - every);
  for (;;) {
    const rows = await db.asSystem((tx) => listToProbe(tx, { until, limit: atOnce }));
    if (rows.length === 0 || signal.aborted) return;
    for (const row of rows) {
      const key = { agencyId: row.agency_id, id: row.id };
      const account = await db.asSystem((tx) => findStripe(tx, secrets, key));
      if (account !== undefined) await probe(services, { ...row, key: account.key });
    }
  }
}

type Probed = { id: string; agency_id: string; rights: unknown; mailed_at: Date | null; key: string };

/** A state that cannot be read stays as last read. */
async function probe(services: Services, { id, agency_id: agencyId, rights: before, mailed_at, key }: Probed) {
  const { db, clock, config } = services;
  const found = await probeRights(openStripe(services, key));
  const known = z.array(stripeRight).parse(before);
  const rights = found.map((right): StripeRight =>
    right.state === 'unknown' ? (known.find(({ name }) => name === right.name) ?? right) : right,
  );
  const missing = rights.filter(({ state }) => state === 'missing');
  const now = clock();
  await db.asSystem(async (tx) => {
    const isNews = missing.length > 0 && mailed_at === null;
    await saveRights(tx, { id, rights, mailedAt: missing.length === 0 ? null : (mailed_at ?? now), now });
    const owner = isNews ? await findOwner(tx, agencyId) : undefined;
    if (owner === undefined) return;
    const words = [...new Set(missing.map((right) => right.words))].join(' ');
    const brand = await brandOf(tx, agencyId);
    const link = `${originOf(brand, config)}/white-label?tab=payment`;
    await enqueueMail(tx, {
      to: owner.email,
      agencyId,
      ...writeStripeTroubleMail({ name: owner.name, link, brand: brand.name, words }),
    });
  });
}
