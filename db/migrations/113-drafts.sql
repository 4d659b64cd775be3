-- Posts that are proposed for a free slot of a client's plan. A draft becomes a stream and a schedule once it is
-- approved, and is gone then; past `due_at` it can no longer be. `local_at` is 'YYYY-MM-DD HH:mm' on the clocks of
-- `timezone`.
create table drafts (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null references users on delete cascade,
  title text not null,
  words text not null,
  url text not null default '',
  account_ids bigint[] not null,
  local_at text not null,
  timezone text not null,
  due_at timestamptz not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null
);
create index drafts_client on drafts (client_id, due_at, id);
create index drafts_agency on drafts (agency_id);
create index drafts_created_by on drafts (created_by) where created_by is not null;
alter table drafts enable row level security;
alter table drafts force row level security;
create policy tenant on drafts using (coalesce(agency_id = (select visible_agency()), true));
