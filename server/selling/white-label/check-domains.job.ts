import { domainDays, lateDomain } from '#rules/domains.ts';
import { findOwner } from '../../people/accounts/index.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { brandOf } from '../../base/brand/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeCertificateMail, writeDomainLateMail, writeDomainReleasedMail } from './mails.ts';
import { checkDomainOf, coolOffFrom, auditRelease } from './check.ts';
import { keptLights } from './present.ts';
import { findWhiteLabel, listToCheck, noteCertificateMailed, noteMailed, releaseHost } from './queries.ts';

const hour = 3_600_000;
const atOnce = 10;

/** How long a certificate is broken before its owner is mailed: the next check may find it repaired. */
const patience = 50 * 60_000;

/**
 * Checks every domain that has not been checked for an hour, mails about late ones, and releases those that are too
 * late.
 */
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
  await warnOfCertificate(services, agencyId);
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
        await enqueueMail(tx, { to: owner.email, agencyId, ...writeDomainLateMail({ ...words, left }) });
      return;
    }
    await releaseHost(tx, { agencyId, now, freeAt: coolOffFrom(now) });
    await auditRelease(tx, { agencyId, host: row.host });
    if (owner !== undefined) await enqueueMail(tx, { to: owner.email, agencyId, ...writeDomainReleasedMail(words) });
  });
}

/** Mails the owner, once, that the certificate is still broken at a second check. */
async function warnOfCertificate({ db, clock, config }: Services, agencyId: string): Promise<void> {
  const now = clock();
  await db.asSystem(async (tx) => {
    const row = await findWhiteLabel(tx, agencyId);
    const since = row?.certificate_failing_since ?? null;
    if (row === undefined || row.host === null || since === null || row.certificate_mailed_at !== null) return;
    const light = keptLights(row.lights).find(({ name }) => name === 'certificate');
    if (light === undefined || light.state === 'right' || now.getTime() - since.getTime() < patience) return;
    const owner = await findOwner(tx, agencyId);
    if (owner === undefined) return;
    await noteCertificateMailed(tx, { agencyId, now });
    const { name: brand } = await brandOf(tx, agencyId);
    // The domain itself cannot be opened, so the link points to the main host.
    const link = `${config.publicUrl}/white-label`;
    const words = { name: owner.name, host: row.host, link, brand, words: light.words };
    await enqueueMail(tx, { to: owner.email, agencyId, ...writeCertificateMail(words) });
  });
}
