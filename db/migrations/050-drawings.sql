-- Finished pictures of designs: one a size of a revision.
create table drawings (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  design_id bigint not null references designs on delete cascade,
  revision integer not null,
  width integer not null check (width between 16 and 4096),
  height integer not null check (height between 16 and 4096),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  -- The picture; null until it is ready, and again when the library has deleted it.
  file_id bigint references files on delete set null,
  message text not null default '',
  created_by bigint references users on delete set null,
  created_at timestamptz not null
);
create unique index drawings_once on drawings (design_id, revision, width, height);
create index drawings_agency on drawings (agency_id, id);
create index drawings_file on drawings (file_id) where file_id is not null;
create index drawings_created_by on drawings (created_by) where created_by is not null;
alter table drawings enable row level security;
alter table drawings force row level security;
create policy tenant on drawings using (coalesce(agency_id = (select visible_agency()), true));
