import { networkIds, streamTypes } from '#rules/eligibility.ts';
import type { DeliveryFacts } from '#rules/delivery.ts';
import type { NetworkWait } from '#rules/lateness.ts';
import { oneOf, shaped, shapedOrNull, type Columns, type RowOf } from '../statement.ts';

/** The states of deliveries that a worker takes; due ones become claimed. */
const takenStates = [
  'claimed',
  'sending',
  'processing',
  'uncertain',
] as const satisfies readonly DeliveryFacts['state'][];

/** A stored picture; sizes in bytes and px. */
export type PictureRow = {
  name: string;
  contentType: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
};

/** The columns of `selectTaken`. */
export const takenColumns = {
  id: 'bigint',
  agencyId: 'bigint',
  occurrenceId: 'bigint',
  scheduleId: 'bigint',
  accountId: 'bigint',
  state: oneOf(takenStates),
  /** The fencing token of the claim by which this worker has it. */
  claim: 'int',
  dueAt: 'timestamptz',
  tries: 'int',
  firstTriedAt: 'timestamptz',
  settleReads: 'int',
  resent: 'bool',
  cancelRequested: 'bool',
  marker: 'text',
  remoteIds: shaped<Record<string, string>>(),
  ticket: shapedOrNull<Record<string, string>>(),
  postId: 'text | null',
  postUrl: 'text | null',
  network: oneOf(networkIds),
  userId: 'bigint',
  externalId: 'text',
  username: 'text',
  profile: shaped<Record<string, string>>(),
  /** No program may post there; a person does. */
  byHand: 'bool',
  /** Encrypted. */
  credentials: 'text',
  expiresAt: 'timestamptz | null',
  refreshedAt: 'timestamptz | null',
  /** Whether the credentials were renewed and have not worked yet. */
  unproven: 'bool',
  gapSeconds: 'int',
  /** The latest waits that the network has requested of this account, and of all accounts. */
  accountWaitsFrom: 'timestamptz | null',
  accountWaitsUntil: 'timestamptz | null',
  networkWaitsFrom: 'timestamptz | null',
  networkWaitsUntil: 'timestamptz | null',
  streamType: oneOf(streamTypes),
  title: 'text',
  /** The title is the file's name, which is not published. */
  title_from_file: 'bool',
  description: 'text',
  descriptionFormat: oneOf(['text', 'formatted']),
  /** The item's texts for this network; null if it has only general ones. */
  ownWords: shapedOrNull<{ title: string; description: string }>(),
  altText: 'text',
  fileId: 'bigint | null',
  fileName: 'text | null',
  contentType: 'text | null',
  sizeBytes: 'bigint | null',
  width: 'int | null',
  height: 'int | null',
  durationMs: 'int | null',
  /** The pictures in a formatted text. */
  pictures: shaped<PictureRow[]>(),
  attemptId: 'bigint | null',
  fencedAt: 'timestamptz | null',
  attemptRemoteIds: shapedOrNull<Record<string, string>>(),
  attemptPostId: 'text | null',
  attemptOutcome: 'text | null',
} as const satisfies Columns;

/** A delivery in a worker's hands, with its account, its content and its last attempt. Ids are decimal texts. */
export type DeliveryRow = RowOf<typeof takenColumns>;

/** The waits that a network has requested for a delivery. */
export const waitsOf = ({
  accountWaitsFrom,
  accountWaitsUntil,
  networkWaitsFrom,
  networkWaitsUntil,
}: DeliveryRow): NetworkWait[] =>
  [[accountWaitsFrom, accountWaitsUntil] as const, [networkWaitsFrom, networkWaitsUntil] as const].flatMap(
    ([from, until]) => (from && until ? [{ from, until }] : []),
  );

/** The facts about a delivery, besides its state, that the rules need. */
export const factsOf = (row: DeliveryRow, { lateLimitHours }: { lateLimitHours: number }) => ({
  ...row,
  waits: waitsOf(row),
  lateLimitHours,
});

const pictures = `coalesce((
      select jsonb_agg(jsonb_build_object('name', p.name, 'contentType', p.content_type, 'sizeBytes', p.size_bytes,
        'width', p.width, 'height', p.height) order by p.id)
      from file_uses u join files p on p.id = u.file_id where u.item_id = i.id), '[]')`;

// Row by row from the taken ones on (the limits keep PostgreSQL to this order): plain joins may start from all the
// accounts.
/**
 * The end of a statement whose CTE `taken` holds rows of `deliveries`: returns them as `DeliveryRow`s, oldest first.
 */
export const selectTaken = `
  select d.id, d.agency_id as "agencyId", d.occurrence_id as "occurrenceId", d.schedule_id as "scheduleId",
    d.account_id as "accountId", d.state, d.claim, d.due_at as "dueAt", d.tries, d.first_tried_at as "firstTriedAt",
    d.settle_reads as "settleReads", d.resent, d.cancel_asked as "cancelRequested",
    d.marker, d.remote_ids as "remoteIds",
    d.ticket, d.post_id as "postId", d.post_url as "postUrl",
    a.network, a.user_id as "userId", a.external_id as "externalId", a.username, a.profile, a.credentials,
    a.expires_at as "expiresAt", a.refreshed_at as "refreshedAt", a.credentials_before <> '' as unproven,
    a.gap_seconds as "gapSeconds", a.by_hand as "byHand",
    a.waits_from as "accountWaitsFrom", a.waits_until as "accountWaitsUntil", w.waits_from as "networkWaitsFrom",
      w.waits_until as "networkWaitsUntil",
    coalesce(i.type, s.type) as "streamType", i.title, i.title_from_file, i.description,
    i.description_format as "descriptionFormat",
    i.own_words -> a.network as "ownWords", i.alt_text as "altText",
    f.id as "fileId", f.name as "fileName", f.content_type as "contentType", f.size_bytes as "sizeBytes", f.width,
      f.height,
    f.duration_ms as "durationMs",
    case when i.description_format = 'formatted' then ${pictures} else '[]' end as pictures,
    t.id as "attemptId", t.fenced_at as "fencedAt", t.remote_ids as "attemptRemoteIds", t.post_id as "attemptPostId",
    t.outcome as "attemptOutcome"
  from taken d
  cross join lateral (select * from social_accounts a where a.id = d.account_id limit 1) a
  cross join lateral (select o.item_id from occurrences o where o.id = d.occurrence_id limit 1) o
  cross join lateral (select * from items i where i.id = o.item_id limit 1) i
  cross join lateral (select s.type from streams s where s.id = i.stream_id limit 1) s
  left join lateral (select * from files f where f.id = i.file_id limit 1) f on true
  left join lateral (select * from network_waits w where w.network = a.network limit 1) w on true
  left join lateral (
    select t.id, t.fenced_at, t.remote_ids, t.post_id, t.outcome
    from attempts t
    where t.delivery_id = d.id
    order by t.number desc
    limit 1
  ) t on true
  order by d.due_at, d.id`;
