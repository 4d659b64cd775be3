/** Versions of files that fit networks: table `media_fits`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/** A version of a file that fits, if the file itself does not. */
export type FittedFile = {
  name: string;
  contentType: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
};

/** The result: the file fits, a version of it fits, or no version can. */
export type MadeFit = { kind: 'fits' } | ({ kind: 'fitted' } & FittedFile) | { kind: 'unfit'; message: string };

/** A file, a network, and the limits it was checked against. */
export type FitKey = { agencyId: string; fileId: string; network: NetworkId; rules: string };

/** The result so far; undefined if the file has not been checked. */
export async function findFit(tx: Tx, { agencyId, fileId, network, rules }: FitKey): Promise<MadeFit | undefined> {
  const row = await tx
    .selectFrom('media_fits')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .where('file_id', '=', fileId)
    .where('network', '=', network)
    .where('rules', '=', rules)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.state === 'unfit') return { kind: 'unfit', message: row.message };
  const {
    fitted_name: name,
    content_type: contentType,
    size_bytes: sizeBytes,
    width,
    height,
    duration_ms: durationMs,
  } = row;
  if (row.state === 'fits' || name === null || contentType === null || sizeBytes === null) return { kind: 'fits' };
  return { kind: 'fitted', name, contentType, sizeBytes: Number(sizeBytes), width, height, durationMs };
}

/** Stores the result; returns false if another process was faster, whose version stays. */
export async function insertFit(tx: Tx, key: FitKey, made: MadeFit): Promise<boolean> {
  const fitted = made.kind === 'fitted' ? made : null;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('media_fits')
    .values({
      agency_id: key.agencyId,
      file_id: key.fileId,
      network: key.network,
      rules: key.rules,
      state: made.kind,
      message: made.kind === 'unfit' ? made.message : '',
      fitted_name: fitted?.name ?? null,
      content_type: fitted?.contentType ?? null,
      size_bytes: fitted === null ? null : String(fitted.sizeBytes),
      width: fitted?.width ?? null,
      height: fitted?.height ?? null,
      duration_ms: fitted?.durationMs ?? null,
    })
    .onConflict((conflict) => conflict.columns(['file_id', 'network', 'rules']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A post due soon whose media is unchecked or known not to fit. */
export type SoonDue = { deliveryId: string; agencyId: string; accountId: string; network: NetworkId; fileId: string };

/**
 * Posts that fall due between `now` and `until` at these networks and have a file not known to fit, by due time;
 * `rules` by network.
 */
export async function listSoonDue(
  tx: Tx,
  {
    now,
    until,
    rules,
    afterId,
    limit,
  }: { now: Date; until: Date; rules: Readonly<Partial<Record<NetworkId, string>>>; afterId: string; limit: number },
): Promise<SoonDue[]> {
  const { rows } = await sql<SoonDue>`
    select d.id as "deliveryId", d.agency_id as "agencyId", d.account_id as "accountId", a.network,
      i.file_id as "fileId"
    from deliveries d
    join social_accounts a on a.id = d.account_id
    join occurrences o on o.id = d.occurrence_id
    join items i on i.id = o.item_id
    join jsonb_each_text(${JSON.stringify(rules)}::jsonb) known on known.key = a.network
    join agencies g on g.id = d.agency_id and g.processing_stopped_at is null
    where d.state = 'scheduled' and not a.by_hand and d.next_at >
      ${now} and d.next_at <= ${until} and i.file_id is not null and d.id > ${afterId}
      and not exists (
        select from media_fits m where m.file_id = i.file_id and m.network = a.network and m.rules = known.value
          and m.state <> 'unfit')
    order by d.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** A stored file of the agency with the facts in its row; undefined if there is none. */
export async function findFileToFit(tx: Tx, { agencyId, fileId }: { agencyId: string; fileId: string }) {
  const row = await tx
    .selectFrom('files')
    .select(['id', 'name', 'content_type', 'size_bytes', 'width', 'height', 'duration_ms'])
    .where('agency_id', '=', agencyId)
    .where('id', '=', fileId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        agencyId,
        fileId: row.id,
        name: row.name,
        contentType: row.content_type,
        sizeBytes: Number(row.size_bytes),
        width: row.width,
        height: row.height,
        durationMs: row.duration_ms,
      };
}

/** The name of a file's thumbnail; null while it has none. */
export async function findThumbnailName(
  tx: Tx,
  { agencyId, fileId }: { agencyId: string; fileId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('files')
    .select('thumbnail_name')
    .where('agency_id', '=', agencyId)
    .where('id', '=', fileId)
    .where('thumbnail_state', '=', 'ready')
    .executeTakeFirst();
  return row?.thumbnail_name ?? null;
}
