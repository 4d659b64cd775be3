-- Files of the Upgrades page, made when somebody asks for them first; the operator's, of no agency. `version` is a hash
-- of what a file is made from: with another source there is another row.
create table upgrade_files (
  id bigint generated always as identity primary key,
  material text not null,
  version text not null,
  file_name text not null,
  content_type text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  percent int not null default 0 check (percent between 0 and 100),
  run text,
  object_name text,
  size_bytes bigint,
  touched_at timestamptz not null,
  unique (material, version),
  check (state <> 'ready' or (object_name is not null and size_bytes is not null))
);

-- What an agency has asked the people behind the product for: activation, hosting, a video. `fields` as they were asked.
create table upgrade_tickets (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  created_by bigint references users on delete set null,
  kind text not null,
  fields jsonb not null,
  state text not null default 'open' check (state in ('open', 'answered', 'done', 'denied')),
  answer text not null default '',
  created_at timestamptz not null,
  answered_at timestamptz
);
create index upgrade_tickets_agency_id on upgrade_tickets (agency_id, id desc);
create index upgrade_tickets_created_by on upgrade_tickets (created_by);
alter table upgrade_tickets enable row level security;
alter table upgrade_tickets force row level security;
create policy tenant on upgrade_tickets using (coalesce(agency_id = (select visible_agency()), true));
