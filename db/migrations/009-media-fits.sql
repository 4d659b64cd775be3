-- What became of making a stored file fit a network: it fits as it is, a version of it does (fitted_name), or nothing makes it
-- fit (message). rules names the limits it was judged by: other limits, another row.
create table media_fits (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  file_id bigint not null references files on delete cascade,
  network text not null,
  rules text not null,
  state text not null check (state in ('fits', 'fitted', 'unfit')),
  message text not null default '',
  fitted_name text,
  content_type text,
  size_bytes bigint,
  width integer,
  height integer,
  duration_ms integer,
  created_at timestamptz not null default now(),
  unique (file_id, network, rules)
);
alter table media_fits enable row level security;
alter table media_fits force row level security;
create policy tenant on media_fits using (coalesce(agency_id = (select visible_agency()), true));
