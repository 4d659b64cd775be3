-- Attempts of deliveries that ended long ago, out of the way of the fence. No foreign key to them anywhere; both tables
-- together are all_attempts, which is what whoever tells the story of a delivery reads.
create table attempts_archive (
  id bigint primary key,
  agency_id bigint not null references agencies on delete cascade,
  delivery_id bigint not null references deliveries on delete cascade,
  number integer not null,
  worker text not null,
  fingerprint text not null,
  remote_ids jsonb not null,
  fenced_at timestamptz not null,
  post_id text,
  outcome text,
  detail jsonb not null,
  finished_at timestamptz,
  unique (delivery_id, number)
);
alter table attempts_archive enable row level security;
alter table attempts_archive force row level security;
create policy tenant on attempts_archive using (coalesce(agency_id = (select visible_agency()), true));

-- With the rights of whoever asks, so that each of the two tables shows the asking agency its own rows only.
create view all_attempts with (security_invoker = true) as
select id, agency_id, delivery_id, number, worker, fingerprint, remote_ids, fenced_at, post_id, outcome, detail, finished_at from attempts
union all
select id, agency_id, delivery_id, number, worker, fingerprint, remote_ids, fenced_at, post_id, outcome, detail, finished_at from attempts_archive;
