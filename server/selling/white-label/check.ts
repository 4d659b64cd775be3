/**
 * The DNS check of an agency's domain, and its consequences: the domain becomes active, is mailed about, or is
 * released.
 */
import type { Light } from '#contract/selling/white-label.ts';
import type { Tx } from '#db/database.ts';
import { domainDays } from '#rules/domains.ts';
import type { Services } from '../../base/handlers.ts';
import { auditWorker } from '../../base/audit/index.ts';
import { certificateLight } from './certificate.ts';
import { lookAt, type Look } from './lights.ts';
import { keptLights } from './present.ts';
import { findActive, findCoolOff, findWhiteLabel, releaseHost, saveCertificate, saveLook } from './queries.ts';

const day = 86_400_000;

type Means = Pick<Services, 'db' | 'config' | 'clock'>;

/** Until when a host that was served is reserved after its release. */
export const coolOffFrom = (now: Date): Date => new Date(now.getTime() + domainDays.coolOff * day);

/**
 * Checks the agency's domain now, and its certificate if the domain is served, and saves the result. Answers for how
 * many days the domain has not been right; null for a right one, and without a domain.
 */
export async function checkDomainOf({ db, config, clock }: Means, agencyId: string): Promise<number | null> {
  const row = await db.asAgency(agencyId, (tx) => findWhiteLabel(tx, agencyId));
  if (row === undefined || row.host === null) return null;
  const { host, proof } = row;
  const addresses = config.publicIp === null ? [] : [config.publicIp];
  const look = await lookAt(host, { proof, servers: config.dnsServers, addresses });
  const now = clock();
  // A host belongs to one agency at most, so this transaction sees all of them.
  const seen = await db.asSystem(async (tx) => {
    const lights = await settle(tx, { agencyId, host, look, now });
    const isRight = lights.slice(0, 3).every(({ state }) => state === 'right');
    const kept = keptLights(row.lights).filter(({ name }) => name === 'certificate');
    await saveLook(tx, {
      agencyId,
      host,
      lights: [...lights, ...kept],
      isRight: look.isKnown ? isRight : null,
      now,
    });
    return { lights, after: await findWhiteLabel(tx, agencyId) };
  });
  // A domain that points elsewhere shows somebody else's certificate, if any; ours says nothing about it.
  const address = seen.lights.find(({ name }) => name === 'address')?.state;
  if (seen.after?.state === 'active' && seen.after.host === host && address !== 'unknown')
    await follow({ db, config, clock }, { agencyId, host, lights: seen.lights, leadsHere: address === 'right' });
  const since = seen.after?.failing_since;
  return since === undefined || since === null ? null : Math.floor((now.getTime() - since.getTime()) / day);
}

type Served = { agencyId: string; host: string; lights: Light[]; leadsHere: boolean };

/** Checks the certificate of a host that is served, and saves it as the last of its lights. */
async function follow({ db, config, clock }: Means, { agencyId, host, lights, leadsHere }: Served): Promise<void> {
  const now = clock();
  const light = leadsHere ? await certificateLight(host, { config, now }) : null;
  const isRight = light === null || light.state === 'unknown' ? null : light.state === 'right';
  const all = light === null ? lights : [...lights, light];
  await db.asSystem((tx) => saveCertificate(tx, { agencyId, host, lights: all, isRight, now }));
}

type Found = { agencyId: string; host: string; look: Look; now: Date };

/** The lights of a host, changed if another agency holds it; a domain that changed hands follows its proof. */
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

/** Records in the agency's activity that its domain was released. */
export const auditRelease = (tx: Tx, { agencyId, host }: { agencyId: string; host: string }): Promise<void> =>
  auditWorker(tx, [{ agencyId, action: 'domain-released', subjectKind: '', subjectId: agencyId, details: { host } }]);
