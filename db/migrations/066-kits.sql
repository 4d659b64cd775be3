-- The brand kits of clients: logo, colours and fonts in which designs for them are made.
create table kits (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null unique references users on delete cascade,
  -- The logo; null for none.
  logo_file_id bigint references files on delete set null,
  -- '#rrggbb' by role: primary, secondary, accent, background, text.
  colours jsonb not null,
  -- Families by role: heading, body.
  fonts jsonb not null,
  updated_at timestamptz not null
);
create index kits_agency on kits (agency_id);
create index kits_logo_file on kits (logo_file_id) where logo_file_id is not null;
alter table kits enable row level security;
alter table kits force row level security;
create policy tenant on kits using (coalesce(agency_id = (select visible_agency()), true));
