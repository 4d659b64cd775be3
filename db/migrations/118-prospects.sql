-- Lists of businesses that could become clients.
create table prospect_lists (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  name text not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null
);
create unique index prospect_lists_name on prospect_lists (agency_id, lower(name));
create index prospect_lists_created_by on prospect_lists (created_by) where created_by is not null;
alter table prospect_lists enable row level security;
alter table prospect_lists force row level security;
create policy tenant on prospect_lists using (coalesce(agency_id = (select visible_agency()), true));

-- A business as the map knew it when it was saved, and how far the agency is with it. Null for what the map did not
-- know; `place` is its name there ('node/1000').
create table prospects (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  list_id bigint not null references prospect_lists on delete cascade,
  place text not null,
  name text not null,
  address text not null default '',
  site text,
  phone text,
  email text,
  hours text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  page_url text not null default '',
  state text not null default 'new' check (state in ('new', 'contacted', 'interested', 'declined', 'client')),
  notes text not null default '',
  added_at timestamptz not null,
  unique (list_id, place)
);
create index prospects_agency on prospects (agency_id);
alter table prospects enable row level security;
alter table prospects force row level security;
create policy tenant on prospects using (coalesce(agency_id = (select visible_agency()), true));
