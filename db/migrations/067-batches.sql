-- One design made many times: with other texts, or in the kits of other clients.
create table batches (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  -- What it was made of; the document is the design as it was then.
  design_id bigint references designs on delete set null,
  kind text not null check (kind in ('texts', 'clients')),
  name text not null,
  document jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  created_by bigint references users on delete set null,
  created_at timestamptz not null
);
create index batches_agency on batches (agency_id, id);
create index batches_design on batches (design_id) where design_id is not null;
create index batches_created_by on batches (created_by) where created_by is not null;
alter table batches enable row level security;
alter table batches force row level security;
create policy tenant on batches using (coalesce(agency_id = (select visible_agency()), true));

create table batch_items (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  batch_id bigint not null references batches on delete cascade,
  position integer not null,
  title text not null,
  -- Words by the layers' ids, for 'texts'.
  texts jsonb not null default '{}',
  -- Whose kit, for 'clients'.
  client_id bigint references users on delete set null,
  -- Where the picture goes.
  stream_id bigint references streams on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'unfit', 'failed', 'skipped')),
  -- What a person has decided about one that is unfit.
  choice text not null default 'none' check (choice in ('none', 'repair', 'keep')),
  message text not null default '',
  file_id bigint references files on delete set null
);
create unique index batch_items_place on batch_items (batch_id, position);
create index batch_items_agency on batch_items (agency_id);
create index batch_items_client on batch_items (client_id) where client_id is not null;
create index batch_items_stream on batch_items (stream_id) where stream_id is not null;
create index batch_items_file on batch_items (file_id) where file_id is not null;
alter table batch_items enable row level security;
alter table batch_items force row level security;
create policy tenant on batch_items using (coalesce(agency_id = (select visible_agency()), true));
