-- Secret addresses at which calendar programs read what is planned for a client, or without a client for all of them.
-- A revoked one is gone, so that nothing tells it from one that never was.
create table calendar_feeds (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint references users on delete cascade,
  token_hash bytea not null,
  made_by bigint references users on delete set null,
  created_at timestamptz not null,
  read_at timestamptz
);
create unique index calendar_feeds_token on calendar_feeds (token_hash);
create index calendar_feeds_agency on calendar_feeds (agency_id, id);
create index calendar_feeds_client on calendar_feeds (client_id) where client_id is not null;
create index calendar_feeds_made_by on calendar_feeds (made_by) where made_by is not null;
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy tenant on calendar_feeds using (coalesce(agency_id = (select visible_agency()), true));
