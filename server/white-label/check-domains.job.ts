import { domainDays, lateDomain } from '#rules/domains.ts';
import { findOwner } from '../accounts/index.ts';
import type { Services } from '../app/handlers.ts';
import { jobs } from '../app/jobs.ts';
import { brandOf } from '../brand/index.ts';
import { domainLateLetter, domainReleasedLetter, enqueueMail } from '../mail/index.ts';
import { checkDomainOf, coolOffFrom, auditRelease } from './check.ts';
import { findWhiteLabel, listToCheck, noteMailed, releaseHost } from './queries.ts';

const hour = 3_600_000;
const atOnce = 10;

/** Looks at every domain that nobody has looked at for an hour; mails about late ones, and releases the latest. */
export const checkDomains = jobs.checkDomains.handledBy((services) => async (_payload, { signal }) => {
  const until = new Date(services.clock().getTime() - hour + 60_000);
  for (;;) {
    const agencies = await services.db.asSystem((tx) => listToCheck(tx, { until, limit: atOnce }));
    if (agencies.length === 0 || signal.aborted) return;
    await Promise.all(agencies.map((agencyId) => follow(services, agencyId)));
  }
});

async function follow(services: Services, agencyId: string): Promise<void> {
  const days = await checkDomainOf(services, agencyId);
  if (days === null) return;
  const { db, clock, config } = services;
  const now = clock();
  await db.asSystem(async (tx) => {
    const row = await findWhiteLabel(tx, agencyId);
    if (row === undefined || row.host === null || row.failing_since === null) return;
    const next = lateDomain(days, row.mailed_days);
    if (next.kind === 'none') return;
    const owner = await findOwner(tx, agencyId);
    const { name: brand } = await brandOf(tx, agencyId);
    const words = { name: owner?.name ?? '', host: row.host, link: `${config.publicUrl}/white-label`, brand };
    if (next.kind === 'mail') {
      await noteMailed(tx, { agencyId, days: next.days });
      const left = domainDays.release - next.days;
      if (owner !== undefined)
        await enqueueMail(tx, { to: owner.email, agencyId, ...domainLateLetter({ ...words, left }) });
      return;
    }
    await releaseHost(tx, { agencyId, now, freeAt: coolOffFrom(now) });
    await auditRelease(tx, { agencyId, host: row.host });
    if (owner !== undefined) await enqueueMail(tx, { to: owner.email, agencyId, ...domainReleasedLetter(words) });
  });
}
