-- How a voice says a word: for one client's videos, or without a client for all of the agency's.
create table pronunciations (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint references users on delete cascade,
  written text not null check (length(written) between 1 and 100),
  spoken text not null check (length(spoken) between 1 and 200)
);
create unique index pronunciations_one on pronunciations (agency_id, coalesce(client_id, 0), written);
create index pronunciations_client on pronunciations (client_id) where client_id is not null;
alter table pronunciations enable row level security;
alter table pronunciations force row level security;
create policy tenant on pronunciations using (coalesce(agency_id = (select visible_agency()), true));
