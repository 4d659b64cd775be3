/** An agency with any number of rows of every kind, written straight into the tables. */
import pg from 'pg';

/** The agency, the number of rows, and the number after which the ids of all kinds begin. */
type Rows = { agencyId: string; ownerId: string; rows: number; base: number };

/**
 * Each kind's rows, numbered `n`: client n has account n and schedule n, which posts the only item of stream n, and so
 * on. Posts fall into months of 1,000, the last one first. The first client has another 1,000.
 */
const kinds: Readonly<Record<string, string>> = {
  clients: `
    insert into users (id, agency_id, role, name, email, earning_cents, paused_at, created_at) overriding system value
    select $1 + n, $2, 'client', 'Client ' || n, 'client-' || $1 + n || '@bench.test', 1000,
      case when n % 5 = 0 then now() end, now() - n * interval '1 second'
    from generate_series(1, $3::bigint) n`,
  members: `
    insert into users (id, agency_id, role, name, email) overriding system value
    select $1 + $3 + n, $2, 'member', 'Member ' || n, 'member-' || $1 + n || '@bench.test'
    from generate_series(1, $3::bigint) n`,
  accounts: `
    insert into social_accounts (id, agency_id, user_id, network, external_id, username, credentials, status)
      overriding system value
    select $1 + n, $2, $1 + n,
      (array['reddit', 'vimeo', 'facebook', 'telegram', 'twitter', 'youtube', 'linkedin', 'wordpress'])[n % 8 + 1],
      $1 + n, 'account ' || n, '', case when n % 11 = 0 then 'needs-reconnecting' else 'connected' end
    from generate_series(1, $3::bigint) n where n % 7 <> 0`,
  streams: `
    insert into streams (id, agency_id, type, title, description) overriding system value
    select $1 + n, $2, (array['image', 'video', 'text', 'formatted'])[n % 4 + 1], 'Stream ' || n, 'Words'
    from generate_series(1, $3::bigint) n`,
  files: `
    insert into files (id, agency_id, name, content_type, size_bytes, sha256, thumbnail_name, thumbnail_state, kind,
      title, kept_since) overriding system value
    select $1 + n, $2, 'file-' || $1 + n || '.png', 'image/png', 1000, int8send($1 + n),
      'thumbnail-' || $1 + n || '.png', 'ready',
      (array['image', 'video', 'audio', 'document'])[n % 4 + 1], 'File ' || n, now()
    from generate_series(1, $3::bigint) n`,
  licences: `
    insert into file_licences (id, agency_id, file_id, source, title, author, licence, taken_at, attribution)
      overriding system value
    select $1 + n, $2, $1 + n, 'openverse', 'Work ' || n, 'Author ' || n, 'CC BY 4.0', now(), 'By author ' || n
    from generate_series(1, $3::bigint) n`,
  items: `
    insert into items (id, agency_id, stream_id, sequence, title, description, file_id) overriding system value
    select $1 + n, $2, $1 + n, 1, 'Item ' || n, 'The words of item ' || n, case n % 5 when 2 then $1 + n end
    from generate_series(1, $3::bigint) n`,
  designs: `
    insert into designs (id, agency_id, name, document, thumbnail_file_id, created_at, updated_at)
      overriding system value
    select $1 + n, $2, 'Design ' || n, '{}', case n % 5 when 0 then $1 + n end, now(), now()
    from generate_series(1, $3::bigint) n`,
  videos: `
    insert into videos (id, agency_id, name, project, status, file_id, created_at, updated_at) overriding system value
    select $1 + n, $2, 'Video ' || n, '{}', case n % 5 when 1 then '6' else '3' end,
      case n % 5 when 1 then $1 + n end, now(), now()
    from generate_series(1, $3::bigint) n`,
  schedules: `
    insert into schedules (id, agency_id, user_client_id, stream_id, origin_local, timezone, frequency, state)
      overriding system value
    select $1 + n, $2, $1 + n, $1 + n, to_char(now(), 'YYYY-MM-') || '01 09:00', 'UTC', 'daily',
      (array['active', 'active', 'finished', 'stopped'])[n % 4 + 1]
    from generate_series(1, $3::bigint) n`,
  'accounts of schedules': `
    insert into schedule_accounts (schedule_id, account_id, agency_id)
    select $1 + n, $1 + n, $2 from generate_series(1, $3::bigint) n where n % 7 <> 0`,
  posts: `
    insert into occurrences (id, agency_id, schedule_id, item_id, round, position, step, local_at, due_at, state)
      overriding system value
    select $1 + n, $2, $1 + n, $1 + n, 1, 0, 0, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), at,
      case when at > now() then 'scheduled' when n % 50 = 0 then 'failed' else 'posted' end
    from (select n, ${dueAt()} as at from generate_series(1, $3::bigint) n) due`,
  deliveries: `
    insert into deliveries (id, agency_id, occurrence_id, schedule_id, account_id, due_at, next_at, network, state,
      message, unapproved, published_at, marker) overriding system value
    select $1 + n, $2, $1 + n, $1 + n, $1 + n, at, case when n % 3 > 0 and at > now() then 'infinity' else at end,
      'telegram',
      case when at > now() then 'scheduled' when n % 50 = 0 then 'failed' else 'published' end,
      case when n % 50 = 0 then 'The network said no' else '' end, n % 3 > 0 and at > now(),
      case when at <= now() and n % 50 > 0 then at end, 'ar-' || $1 + n
    from (select n, ${dueAt()} as at from generate_series(1, $3::bigint) n) due`,
  approvals: `
    insert into approvals (occurrence_id, agency_id, client_id, state, fingerprint, asked_at)
    select $1 + n, $2, $1 + n,
      case when at > now() then (array['approved', 'waiting', 'sent-back'])[n % 3 + 1] else 'approved' end, '', now()
    from (select n, ${dueAt()} as at from generate_series(1, $3::bigint) n) due`,
  'a schedule of the first client': `
    insert into schedules (id, agency_id, user_client_id, stream_id, origin_local, timezone, frequency)
      overriding system value
    select $1 + $3 + 1, $2, $1 + 1, $1 + 1, to_char(now(), 'YYYY-MM-') || '01 09:00', 'UTC', 'daily'`,
  'posts of the first client': `
    insert into occurrences (id, agency_id, schedule_id, item_id, round, position, step, local_at, due_at, state)
      overriding system value
    select $1 + $3 + n, $2, $1 + $3 + 1, $1 + 1, 2 + n / 1000, n % 1000, 0,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), at, case when at > now() then 'scheduled' else 'posted' end
    from (select n, ${dueAt()} as at from generate_series(1, 1000) n) due`,
  'deliveries of the first client': `
    insert into deliveries (id, agency_id, occurrence_id, schedule_id, account_id, due_at, next_at, network, state,
      published_at, marker) overriding system value
    select $1 + $3 + n, $2, $1 + $3 + n, $1 + $3 + 1, $1 + 1, at, at, 'telegram',
      case when at > now() then 'scheduled' else 'published' end, case when at <= now() then at end,
      'ar-' || $1 + $3 + n
    from (select n, ${dueAt()} as at from generate_series(1, 1000) n) due`,
  drafts: `
    insert into drafts (id, agency_id, client_id, title, words, account_ids, local_at, timezone, due_at, created_at)
      overriding system value
    select $1 + n, $2, $1 + n, 'Draft ' || n, 'Words', '{}', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'),
      'UTC', at, now()
    from (select n, ${dueAt()} as at from generate_series(1, $3::bigint) n) due`,
  ideas: `
    insert into ideas (id, agency_id, client_id, title, created_at) overriding system value
    select $1 + n, $2, $1 + 1, 'Idea ' || n, now() from generate_series(1, $3::bigint) n`,
  batches: `
    insert into batches (id, agency_id, kind, name, document, state, created_at) overriding system value
    select $1 + n, $2, 'texts', 'Batch ' || n, '{}', 'done', now() from generate_series(1, $3::bigint) n`,
  activity: `
    insert into audit_entries (id, agency_id, user_id, action, subject_kind, subject_id, address, created_at)
      overriding system value
    select $1 + n, $2, $4,
      (array['signed-in', 'client-added', 'profile-edited', 'approval-asked'])[n % 4 + 1],
      (array['', 'client', '', 'schedule'])[n % 4 + 1], case when n % 2 = 1 then $1 + n end, '127.0.0.1',
      now() - ($3 - n) * interval '1 minute'
    from generate_series(1, $3::bigint) n`,
  'agencies of resellers': `
    insert into agencies (id, name, seller_agency_id) overriding system value
    select $1 + n, 'Agency ' || n, $2 from generate_series(1, $3::bigint) n`,
  resellers: `
    insert into users (id, agency_id, role, name, email, is_reseller) overriding system value
    select $1 + 2 * $3 + n, $1 + n, 'owner', 'Reseller ' || n, 'reseller-' || $1 + n || '@bench.test', true
    from generate_series(1, $3::bigint) n`,
};

/** When post n is due: a thousand in this month, and as many in each before it. */
function dueAt(): string {
  return `date_trunc('month', now()) - n / 1000 * interval '1 month' + (n % 1000) * interval '40 minutes'`;
}

/** Writes the rows of one agency through the superuser's address. */
export async function fillAll({ url, ...of }: Rows & { url: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without foreign key checks and triggers: they would double the time, and the rows are consistent.
    await client.query(`set session_replication_role = replica`);
    for (const text of Object.values(kinds)) await client.query(written(text, of));
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const written = (text: string, { agencyId, ownerId, rows, base }: Rows): string =>
  text
    .replaceAll('$1', `${base}::bigint`)
    .replaceAll('$2', `${agencyId}::bigint`)
    .replaceAll('$3', `${rows}`)
    .replaceAll('$4', `${ownerId}::bigint`);
