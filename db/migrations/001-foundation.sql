-- The whole first schema: tenants and people, files, accounts, streams, schedules, deliveries.
-- Every table with an agency_id is closed by row-level security: a transaction sees the agency named in
-- app.agency_id, or all of them where the setting is '*' (workers, log-in, operator).

create table agencies (
  id bigint generated always as identity primary key,
  name text not null,
  timezone text not null default 'UTC',
  is_sample boolean not null default false,
  paused_at timestamptz,
  created_at timestamptz not null default now()
);

-- A person who signs in. A client is a user too: the agency's customer, with or without having signed in yet.
create table users (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  role text not null check (role in ('owner', 'client', 'member')),
  name text not null,
  email text not null,
  password_hash text,
  membership text not null default '',
  is_reseller boolean not null default false,
  is_white_label boolean not null default false,
  earning_cents bigint not null default 0 check (earning_cents >= 0),
  frequency text not null default 'weekly' check (frequency in ('weekly', 'monthly', 'yearly')),
  company text not null default '',
  description text not null default '',
  image_file_id bigint,
  is_sample boolean not null default false,
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_agency on users (agency_id, role, created_at, id) where deleted_at is null;

-- A signed-in browser. The token itself is only in the browser; token_hash is its SHA-256.
create table sessions (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  opened_by text not null default 'password' check (opened_by in ('password', 'master-login')),
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Links that stand in for a password once: a reset (or first set) of a password, an operator's master login.
create table login_links (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'set-password', 'master-login')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_links_user on login_links (user_id);

create table audit_entries (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint,
  on_behalf_of text,
  action text not null,
  subject_kind text not null default '',
  subject_id bigint,
  details jsonb not null default '{}',
  address text not null default '',
  created_at timestamptz not null default now()
);
create index audit_entries_agency on audit_entries (agency_id, created_at desc, id desc);

-- Counters of the rate limits that must hold across web processes; a lost row only forgives a try.
create unlogged table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

-- One stored object (an image, a video) with its server-made thumbnail. Names are unguessable and generated.
create table files (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  name text not null unique,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  duration_ms integer,
  thumbnail_name text unique,
  thumbnail_state text not null default 'waiting' check (thumbnail_state in ('waiting', 'ready', 'failed')),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index files_agency on files (agency_id, created_at);
alter table users add foreign key (image_file_id) references files on delete set null;

-- A connected social account of a user (a client, or the owner). It is also the token of publishing:
-- free_at is 'infinity' while one of its deliveries runs, afterwards the instant from which the next may go.
create table social_accounts (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint not null references users on delete cascade,
  network text not null check (network in (
    'reddit', 'vimeo', 'facebook', 'telegram', 'twitter', 'youtube', 'linkedin', 'wordpress', 'medium')),
  external_id text not null,
  username text not null,
  profile jsonb not null default '{}',
  credentials text not null,
  status text not null default 'connected' check (status in ('connected', 'needs-reconnecting')),
  status_message text not null default '',
  gap_seconds integer not null default 0,
  free_at timestamptz not null default '-infinity',
  paused_at timestamptz,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index social_accounts_identity on social_accounts (agency_id, user_id, network, external_id) where deleted_at is null;
create index social_accounts_user on social_accounts (user_id, created_at) where deleted_at is null;

create table streams (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  type text not null check (type in ('image', 'video', 'text', 'formatted')),
  title text not null,
  tags text not null default '',
  description text not null default '',
  is_sample boolean not null default false,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index streams_agency on streams (agency_id, id desc) where deleted_at is null;

-- One file or text of a stream, in its order. A text item's words are its description.
create table items (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  stream_id bigint not null references streams on delete cascade,
  sequence integer not null check (sequence >= 1),
  title text not null default '',
  description text not null default '',
  description_format text not null default 'text' check (description_format in ('text', 'formatted')),
  file_id bigint references files,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index items_stream on items (stream_id, sequence, id) where deleted_at is null;

-- The standing order: a stream, a client, its accounts, a first local time, a step. origin_local is wall-clock
-- time 'YYYY-MM-DD HH:mm' in timezone, step 0 of the plan.
create table schedules (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_client_id bigint not null references users on delete cascade,
  stream_id bigint not null references streams on delete cascade,
  origin_local text not null check (origin_local ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$'),
  timezone text not null,
  frequency text not null check (frequency in ('hourly', 'daily', 'weekdays', 'weekly', 'biweekly', 'monthly')),
  repurpose boolean not null default false,
  state text not null default 'active' check (state in ('active', 'finished', 'stopped', 'deleted')),
  round integer not null default 1,
  tzdata_version text not null default '',
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index schedules_agency on schedules (agency_id, id desc) where deleted_at is null;
create index schedules_stream on schedules (stream_id) where deleted_at is null;
create index schedules_client on schedules (user_client_id) where deleted_at is null;

create table schedule_accounts (
  schedule_id bigint not null references schedules on delete cascade,
  account_id bigint not null references social_accounts on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  primary key (schedule_id, account_id)
);
create index schedule_accounts_account on schedule_accounts (account_id);

-- One item at one instant of one round. state is derived from its deliveries in the transaction that changes them.
create table occurrences (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  schedule_id bigint not null references schedules on delete cascade,
  item_id bigint not null references items on delete cascade,
  round integer not null,
  position integer not null,
  step integer not null,
  local_at text not null,
  due_at timestamptz not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'posted', 'failed', 'cancelled')),
  unique (schedule_id, round, position) include (agency_id, state, local_at, due_at)
);
create index occurrences_calendar on occurrences (agency_id, due_at, id) include (schedule_id, item_id, state, local_at);
create index occurrences_item on occurrences (item_id);

-- One occurrence to one account. due_at is the plan; next_at is when the engine has to look at it next
-- (a wait, a read-back, a retry). See rules/delivery.ts for the states.
create table deliveries (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  occurrence_id bigint not null references occurrences on delete cascade,
  schedule_id bigint not null references schedules on delete cascade,
  account_id bigint not null references social_accounts on delete cascade,
  due_at timestamptz not null,
  next_at timestamptz not null,
  state text not null default 'scheduled' check (state in (
    'scheduled', 'claimed', 'sending', 'processing', 'waiting', 'uncertain', 'published', 'failed', 'missed', 'cancelled')),
  worker text,
  lease_until timestamptz,
  tries integer not null default 0,
  first_tried_at timestamptz,
  settle_reads integer not null default 0,
  resent boolean not null default false,
  cancel_asked boolean not null default false,
  -- what a network may be asked to name the post by, what preparing gave so far, what a post being processed is asked by
  marker text not null default 'ar-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16),
  remote_ids jsonb not null default '{}',
  ticket jsonb,
  post_id text,
  post_url text,
  message text not null default '',
  published_at timestamptz,
  finished_at timestamptz,
  unique (occurrence_id, account_id)
);
create index deliveries_due on deliveries (next_at, due_at, id) where state = 'scheduled';
create index deliveries_account_due on deliveries (account_id, due_at, id) where state = 'scheduled';
create index deliveries_reads on deliveries (next_at) where state in ('processing', 'uncertain');
create index deliveries_lease on deliveries (lease_until) where state in ('claimed', 'sending');
create index deliveries_schedule on deliveries (schedule_id, occurrence_id);
create index deliveries_waiting on deliveries (account_id) where state = 'waiting';
create index deliveries_attention on deliveries (agency_id, due_at) where state in ('uncertain', 'missed', 'failed', 'waiting');
create unique index deliveries_one_running on deliveries (account_id) where state in ('claimed', 'sending');

-- One try past the fence: written before the one irreversible request, completed after it.
create table attempts (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  delivery_id bigint not null references deliveries on delete cascade,
  number integer not null,
  worker text not null,
  fingerprint text not null,
  remote_ids jsonb not null default '{}',
  fenced_at timestamptz not null,
  post_id text,
  outcome text check (outcome in (
    'published', 'processing', 'rejected', 'unauthorized', 'rateLimited', 'unreachable', 'unknown')),
  detail jsonb not null default '{}',
  finished_at timestamptz,
  unique (delivery_id, number)
);

-- A network app that asked everybody to wait (scope 'app' of a rate limit).
create table network_waits (
  network text primary key,
  until timestamptz not null
);

create function notify_due() returns trigger language plpgsql as $$
begin
  perform pg_notify('due', '');
  return null;
end $$;
create trigger deliveries_inserted after insert on deliveries for each statement execute function notify_due();

-- The agency a transaction may see: null for all of them, 0 (which is none) where nobody has said.
-- NOTE policies ask within (select …): asked once a statement instead of once a row, it takes a third of the time.
create function visible_agency() returns bigint language sql stable parallel safe as $$
  select nullif(coalesce(nullif(current_setting('app.agency_id', true), ''), '0'), '*')::bigint
$$;

do $$
declare t text;
begin
  foreach t in array array[
    'users', 'sessions', 'login_links', 'audit_entries', 'files', 'social_accounts', 'streams', 'items',
    'schedules', 'schedule_accounts', 'occurrences', 'deliveries', 'attempts']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (coalesce(agency_id = (select visible_agency()), true))', t);
  end loop;
end $$;
alter table agencies enable row level security;
alter table agencies force row level security;
create policy tenant on agencies using (coalesce(id = (select visible_agency()), true));
