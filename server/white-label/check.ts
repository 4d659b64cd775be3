/** Looks at an agency's domain and does what follows: it becomes active, is mailed about, or is released. */
import type { Light } from '#contract/white-label.ts';
import type { Tx } from '#db/database.ts';
import { domainDays } from '#rules/domains.ts';
import type { Services } from '../app/handlers.ts';
import { auditWorker } from '../audit/index.ts';
import { lookAt, type Look } from './lights.ts';
import { findActive, findCoolOff, findWhiteLabel, releaseHost, saveLook } from './queries.ts';

const day = 86_400_000;

type Means = Pick<Services, 'db' | 'config' | 'clock'>;

/** Until when a host that was served is kept from others after its release. */
export const coolOffFrom = (now: Date): Date => new Date(now.getTime() + domainDays.coolOff * day);

/**
 * Looks at the agency's domain now and saves what was found. Answers by how many days it has not been right; null for
 * one that is, and for no domain.
 */
export async function checkDomainOf({ db, config, clock }: Means, agencyId: string): Promise<number | null> {
  const row = await db.asAgency(agencyId, (tx) => findWhiteLabel(tx, agencyId));
  if (row === undefined || row.host === null) return null;
  const { host, proof } = row;
  const addresses = config.publicIp === null ? [] : [config.publicIp];
  const look = await lookAt(host, { proof, servers: config.dnsServers, addresses });
  const now = clock();
  // One host is of one agency, so this sees all of them.
  return db.asSystem(async (tx) => {
    const lights = await settle(tx, { agencyId, host, look, now });
    const isRight = lights.slice(0, 3).every(({ state }) => state === 'right');
    await saveLook(tx, { agencyId, host, lights, isRight: look.isKnown ? isRight : null, now });
    const since = (await findWhiteLabel(tx, agencyId))?.failing_since;
    return since === undefined || since === null ? null : Math.floor((now.getTime() - since.getTime()) / day);
  });
}

type Found = { agencyId: string; host: string; look: Look; now: Date };

/** The lights, as another agency's hold on the host turns them; a domain that changed hands follows its proof. */
async function settle(tx: Tx, { agencyId, host, look, now }: Found): Promise<Light[]> {
  const [, ...rest] = look.lights;
  const owned = (words: string): Light[] => [{ name: 'ownership', state: 'wrong', words }, ...rest];
  const active = await findActive(tx, host);
  if (active !== undefined && active.agency_id !== agencyId) {
    const hasLost = look.isRight && !look.proofs.includes(active.proof);
    if (!hasLost) return owned('This domain is in use by another account.');
    await releaseHost(tx, { agencyId: active.agency_id, now, freeAt: now });
    await auditRelease(tx, { agencyId: active.agency_id, host });
    return look.lights;
  }
  const cooling = await findCoolOff(tx, { host, agencyId, now });
  if (cooling === undefined) return look.lights;
  return owned(
    `Another account gave this domain up lately. It is free from ${cooling.free_at.toISOString().slice(0, 10)}.`,
  );
}

/** Notes in the agency's activity that its domain was released. */
export const auditRelease = (tx: Tx, { agencyId, host }: { agencyId: string; host: string }): Promise<void> =>
  auditWorker(tx, [{ agencyId, action: 'domain-released', subjectKind: '', subjectId: agencyId, details: { host } }]);
