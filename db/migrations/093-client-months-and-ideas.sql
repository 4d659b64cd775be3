-- What was entered about a client's month: what it pays (null: what its agreement comes to), minutes of work, costs.
create table client_months (
  client_id bigint not null references users on delete cascade,
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  agency_id bigint not null references agencies on delete cascade,
  paid_cents bigint check (paid_cents between 0 and 99999999999),
  minutes integer not null default 0 check (minutes between 0 and 600000),
  costs_cents bigint not null default 0 check (costs_cents between 0 and 99999999999),
  updated_at timestamptz not null,
  primary key (client_id, month)
);
create index client_months_agency on client_months (agency_id, month);
alter table client_months enable row level security;
alter table client_months force row level security;
create policy tenant on client_months using (coalesce(agency_id = (select visible_agency()), true));

-- What could become a post of a client: typed, or kept from a search for trends with the address where it was seen.
create table ideas (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null references users on delete cascade,
  title text not null,
  words text not null default '',
  url text not null default '',
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  -- When it became an item, and of which stream.
  used_at timestamptz,
  used_stream_id bigint references streams on delete set null
);
create index ideas_client on ideas (client_id, id desc);
create index ideas_agency on ideas (agency_id);
create index ideas_created_by on ideas (created_by) where created_by is not null;
create index ideas_used_stream on ideas (used_stream_id) where used_stream_id is not null;
alter table ideas enable row level security;
alter table ideas force row level security;
create policy tenant on ideas using (coalesce(agency_id = (select visible_agency()), true));
