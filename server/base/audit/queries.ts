import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Origin, SignedIn } from '../handlers.ts';
import { byId } from '../retention/index.ts';

/** An audit-log entry: the action as noun and past verb ('client-added') and its object, without content. */
export type AuditEntry = {
  user: Pick<SignedIn, 'id' | 'agencyId' | 'impersonated'>;
  origin: Pick<Origin, 'address'>;
  action: string;
  subjectKind?: string;
  subjectId?: string;
  details?: Readonly<Record<string, string | number | boolean>>;
};

/** The callers of the current calls whose actions are in the log. */
const audited = new WeakSet<AuditEntry['user']>();

/** Writes an entry of the agency's audit log, in the same transaction as the action. */
export async function audit(
  tx: Tx,
  { user, origin, action, subjectKind = '', subjectId, details = {} }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      agency_id: user.agencyId,
      user_id: user.id,
      on_behalf_of: user.impersonated ? 'operator' : null,
      action,
      subject_kind: subjectKind,
      subject_id: subjectId ?? null,
      details: JSON.stringify(details),
      address: origin.address,
    })
    .execute();
  audited.add(user);
}

/**
 * Records that an operator has made a changing call for a person, unless the call itself wrote an entry; once in ten
 * minutes for each call, since editors save often.
 */
export async function auditOperator(
  db: Pick<Database, 'asAgency'>,
  { user, origin, call }: Pick<AuditEntry, 'user' | 'origin'> & { call: string },
): Promise<void> {
  if (audited.has(user)) return;
  const details = { call: call.replace(/[-/]/g, ' ') };
  await db.asAgency(user.agencyId, async (tx) => {
    const recent = await tx
      .selectFrom('audit_entries')
      .select('id')
      .where('agency_id', '=', user.agencyId)
      .where('user_id', '=', user.id)
      .where('on_behalf_of', '=', 'operator')
      .where('action', '=', 'changed-by-operator')
      .where(sql<boolean>`details = ${JSON.stringify(details)}::jsonb`)
      .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
      .executeTakeFirst();
    if (recent === undefined) await audit(tx, { user, origin, action: 'changed-by-operator', details });
  });
}

/** An audit-log entry for a change that a worker makes to an agency's data. */
export type WorkerEntry = { agencyId: string; subjectId: string | null } & Required<
  Pick<AuditEntry, 'action' | 'subjectKind' | 'details'>
>;

/** Writes entries of actions that no person took, in the same transaction as the actions. */
export async function auditWorker(tx: Tx, entries: readonly WorkerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('audit_entries')
    .values(
      entries.map(({ agencyId, action, subjectKind, subjectId, details }) => ({
        agency_id: agencyId,
        on_behalf_of: 'worker',
        action,
        subject_kind: subjectKind,
        subject_id: subjectId,
        details: JSON.stringify(details),
      })),
    )
    .execute();
}

/** Old entries; that an agency has added a reseller is a fact that a suggestion depends on. */
export const oldEntries = byId({
  table: 'audit_entries',
  column: 'created_at',
  days: 'activity',
  only: sql<boolean>`t.action <> 'reseller-added'`,
});

/** Removes the names of permanently deleted reseller accounts from their creators' logs; the entries stay. */
export async function forgetReseller(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    update audit_entries
    set subject_id = null, details = details || jsonb_build_object('name', 'somebody who is gone')
    where subject_kind = 'reseller' and subject_id = any(${[...userIds]}::bigint[])`.execute(tx);
}
