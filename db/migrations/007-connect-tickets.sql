-- One visit to a network's consent page: who (user_id) joins an account for whom (holder_id). The ticket opens the visit once;
-- its hash is OAuth's `state`. secrets (sealed) holds the verifier and the app; found (sealed) the pages and groups to choose from.
create table connect_tickets (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint not null references users on delete cascade,
  holder_id bigint not null references users on delete cascade,
  network text not null,
  key text not null,
  token_hash bytea not null unique,
  secrets text not null,
  found text not null default '',
  state text not null default 'new' check (state in ('new', 'opened', 'returned', 'choosing', 'connected', 'failed')),
  message text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index connect_tickets_key on connect_tickets (user_id, key);
create index connect_tickets_age on connect_tickets (expires_at);
alter table connect_tickets enable row level security;
alter table connect_tickets force row level security;
create policy tenant on connect_tickets using (coalesce(agency_id = (select visible_agency()), true));
