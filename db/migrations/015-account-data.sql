-- An owner may stop the processing of everything of the agency: a pause of everything, under which networks are not read either.
-- `deleting_at`: the agency is being deleted, and nothing begins for it again.
alter table agencies
  add column processing_stopped_at timestamptz,
  add column processing_stopped_by bigint,
  add column deleting_at timestamptz;

-- Everything of an agency as a ZIP, made by a job. `run` is the try that is at it: a later one takes over from a vanished one.
-- A ticket lets the session that asked for it download the file for a few minutes.
create table data_exports (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint references users on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  run text,
  step text not null default '',
  percent integer not null default 0 check (percent between 0 and 100),
  message text not null default '',
  object_name text unique,
  size_bytes bigint,
  file_count integer not null default 0,
  missing_count integer not null default 0,
  ticket_hash bytea unique,
  ticket_session_id bigint references sessions on delete set null,
  ticket_expires_at timestamptz,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create unique index data_exports_one_at_a_time on data_exports (agency_id) where state in ('waiting', 'running');
create index data_exports_agency on data_exports (agency_id, id desc);
create index data_exports_session on data_exports (ticket_session_id) where ticket_session_id is not null;
create index data_exports_user on data_exports (user_id) where user_id is not null;
alter table data_exports enable row level security;
alter table data_exports force row level security;
create policy tenant on data_exports using (coalesce(agency_id = (select visible_agency()), true));

-- The operator's record of deleted agencies: which and when, without anything personal. While one is under way it also holds
-- what the last steps need: names of stored files (the rows they were in are gone before their bytes are), and the last mail,
-- sealed. Both are empty in the end.
create table agency_deletions (
  id bigint generated always as identity primary key,
  former_agency_id bigint not null unique,
  token_hash bytea not null unique,
  step text not null default 'publishing' check (step in ('publishing', 'networks', 'rows', 'files', 'mail', 'done')),
  revoked_count integer not null default 0,
  unrevoked_count integer not null default 0,
  objects text[] not null default '{}',
  last_mail text not null default '',
  mail_failed boolean not null default false,
  asked_at timestamptz not null,
  finished_at timestamptz,
  check ((finished_at is null) = (step <> 'done')),
  check (finished_at is null or (objects = '{}' and last_mail = ''))
);

-- Deleting a person or a file asks who refers to it.
create index items_file on items (file_id) where file_id is not null;
create index users_image_file on users (image_file_id) where image_file_id is not null;
create index agencies_logo_file on agencies (logo_file_id) where logo_file_id is not null;
create index files_created_by on files (created_by) where created_by is not null;
create index streams_created_by on streams (created_by) where created_by is not null;
create index schedules_created_by on schedules (created_by) where created_by is not null;
create index connect_tickets_holder on connect_tickets (holder_id);
