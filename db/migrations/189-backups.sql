-- The ends of backups: the operator's pages and metrics read the last good one, the worker when the next is due. They
-- belong to no agency.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  repository text not null,
  set_name text not null,
  taken_at timestamptz,
  bytes bigint not null,
  failure text,
  check (failure is not null or taken_at is not null)
);
create index backups_finished on backups (finished_at);
