/** The queries of white labels, in the tables `white_labels` and `released_hosts`. */
import { sql } from 'kysely';
import type { Light } from '#contract/selling/white-label.ts';
import type { Tx } from '#db/database.ts';

const columns = [
  'w.id',
  'w.agency_id',
  'w.name',
  'w.logo_file_id',
  'w.first_color',
  'w.second_color',
  'w.host',
  'w.proof',
  'w.state',
  'w.lights',
  'w.created_at',
  'w.checked_at',
  'w.failing_since',
  'w.mailed_days',
  'w.certificate_failing_since',
  'w.certificate_mailed_at',
  'f.name as logo_name',
] as const;

const select = (tx: Tx) =>
  tx.selectFrom('white_labels as w').leftJoin('files as f', 'f.id', 'w.logo_file_id').select(columns);

/** The agency's white label, or undefined. */
export const findWhiteLabel = (tx: Tx, agencyId: string) =>
  select(tx).where('w.agency_id', '=', agencyId).executeTakeFirst();
export type WhiteLabelRow = NonNullable<Awaited<ReturnType<typeof findWhiteLabel>>>;

/** Adds an agency's white label; a second one of the agency violates a constraint. */
export async function insertWhiteLabel(
  tx: Tx,
  row: { agencyId: string; name: string; first: string; second: string; host: string; proof: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('white_labels')
    .values({
      agency_id: row.agencyId,
      name: row.name,
      first_color: row.first,
      second_color: row.second,
      host: row.host,
      proof: row.proof,
      created_at: row.now,
      failing_since: row.now,
    })
    .execute();
}

/** Changes the fields of the brand that were sent. */
export async function updateBrand(
  tx: Tx,
  agencyId: string,
  brand: { name?: string; first_color?: string; second_color?: string; logo_file_id?: string },
): Promise<void> {
  if (Object.keys(brand).length === 0) return;
  await tx.updateTable('white_labels').set(brand).where('agency_id', '=', agencyId).execute();
}

/** Sets another domain for a white label whose domain was released, with a proof of its own. */
export async function chooseHost(
  tx: Tx,
  { agencyId, host, proof, now }: { agencyId: string; host: string; proof: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('white_labels')
    .set({ host, proof, state: 'waiting', lights: '[]', failing_since: now, mailed_days: 0, checked_at: null })
    .where('agency_id', '=', agencyId)
    .where('state', '=', 'released')
    .execute();
}

/** The agency for which a host is served, with its proof; undefined if there is none. */
export const findActive = (tx: Tx, host: string) =>
  tx
    .selectFrom('white_labels')
    .select(['agency_id', 'proof'])
    .where('host', '=', host)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst();

/** From when an agency can take a host; undefined if it can now. */
export const findCoolOff = (tx: Tx, { host, agencyId, now }: { host: string; agencyId: string; now: Date }) =>
  tx
    .selectFrom('released_hosts')
    .select('free_at')
    .where('host', '=', host)
    .where('former_agency_id', '!=', agencyId)
    .where('free_at', '>', now)
    .executeTakeFirst();

/** Records the result of a check; `isRight` is null if the check found nothing out. */
export async function saveLook(
  tx: Tx,
  look: { agencyId: string; host: string; lights: readonly Light[]; isRight: boolean | null; now: Date },
): Promise<void> {
  const changes =
    look.isRight === null
      ? {}
      : look.isRight
        ? { state: 'active' as const, failing_since: null, mailed_days: 0 }
        : { failing_since: sql<Date>`coalesce(failing_since, ${look.now})` };
  await tx
    .updateTable('white_labels')
    .set({ lights: JSON.stringify(look.lights), checked_at: look.now, ...changes })
    .where('agency_id', '=', look.agencyId)
    .where('host', '=', look.host)
    .execute();
}

/** Records the state of an active host's certificate; `isRight` is null if it neither broke nor was repaired. */
export async function saveCertificate(
  tx: Tx,
  seen: { agencyId: string; host: string; lights: readonly Light[]; isRight: boolean | null; now: Date },
): Promise<void> {
  const changes =
    seen.isRight === null
      ? {}
      : seen.isRight
        ? { certificate_failing_since: null, certificate_mailed_at: null }
        : { certificate_failing_since: sql<Date>`coalesce(certificate_failing_since, ${seen.now})` };
  await tx
    .updateTable('white_labels')
    .set({ lights: JSON.stringify(seen.lights), ...changes })
    .where('agency_id', '=', seen.agencyId)
    .where('host', '=', seen.host)
    .execute();
}

/** Records that a mail about the broken certificate was sent. */
export async function noteCertificateMailed(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<void> {
  await tx.updateTable('white_labels').set({ certificate_mailed_at: now }).where('agency_id', '=', agencyId).execute();
}

/** Releases the host, and reserves it until `freeAt` if it was served; answers it. */
export async function releaseHost(
  tx: Tx,
  { agencyId, now, freeAt }: { agencyId: string; now: Date; freeAt: Date },
): Promise<string | null> {
  const before = await findWhiteLabel(tx, agencyId);
  if (before === undefined || before.host === null) return null;
  await tx
    .updateTable('white_labels')
    .set({
      host: null,
      state: 'released',
      lights: '[]',
      failing_since: null,
      mailed_days: 0,
      checked_at: now,
      certificate_failing_since: null,
      certificate_mailed_at: null,
    })
    .where('agency_id', '=', agencyId)
    .execute();
  if (before.state === 'active')
    await tx
      .insertInto('released_hosts')
      .values({ host: before.host, former_agency_id: agencyId, free_at: freeAt })
      .onConflict((conflict) => conflict.column('host').doUpdateSet({ former_agency_id: agencyId, free_at: freeAt }))
      .execute();
  return before.host;
}

/** The agencies whose domain was last checked before `until`, oldest check first. */
export async function listToCheck(tx: Tx, { until, limit }: { until: Date; limit: number }): Promise<string[]> {
  const rows = await tx
    .selectFrom('white_labels')
    .select('agency_id')
    .where('host', 'is not', null)
    .where((row) => row.or([row('checked_at', 'is', null), row('checked_at', '<=', until)]))
    .orderBy(sql`checked_at nulls first`)
    .limit(limit)
    .execute();
  return rows.map(({ agency_id: id }) => id);
}

/** Records that a mail about a domain that is so many days late was sent. */
export async function noteMailed(tx: Tx, { agencyId, days }: { agencyId: string; days: number }): Promise<void> {
  await tx.updateTable('white_labels').set({ mailed_days: days }).where('agency_id', '=', agencyId).execute();
}
