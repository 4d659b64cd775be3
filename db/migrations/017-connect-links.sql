-- A link by which a client connects its accounts without signing in. Only the hash of its token is kept; one that is mailed
-- gets its token when the mail is written. It ends by its time, by a person's word, or when its client is paused or deleted.
create table connect_links (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null references users on delete cascade,
  token_hash bytea unique,
  made_by bigint references users on delete set null,
  mailed_to text,
  uses integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('revoked', 'paused', 'deleted')),
  check ((ended_at is null) = (ended_why is null))
);
create index connect_links_client on connect_links (client_id, id);
alter table connect_links enable row level security;
alter table connect_links force row level security;
create policy tenant on connect_links using (coalesce(agency_id = (select visible_agency()), true));

-- Who opened such a link has a session that may connect and nothing else.
alter table sessions
  add column connect_link_id bigint references connect_links on delete cascade,
  drop constraint sessions_opened_by_check,
  add constraint sessions_opened_by_check check (opened_by in ('password', 'master-login', 'connect-link')),
  add constraint sessions_connect_link_check check ((opened_by = 'connect-link') = (connect_link_id is not null));
create index sessions_connect_link on sessions (connect_link_id) where connect_link_id is not null;

-- The link by which an account was last connected.
alter table social_accounts add column connect_link_id bigint references connect_links on delete set null;
create index social_accounts_connect_link on social_accounts (connect_link_id) where connect_link_id is not null;
