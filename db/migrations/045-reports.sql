-- What a person writes into the report of a client's month, and which sections it has in which order. The figures are
-- read anew each time.
create table reports (
  client_id bigint not null references users on delete cascade,
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  agency_id bigint not null references agencies on delete cascade,
  introduction text not null default '',
  closing text not null default '',
  sections jsonb not null default '[]',
  updated_at timestamptz not null,
  primary key (client_id, month)
);
create index reports_agency on reports (agency_id);
alter table reports enable row level security;
alter table reports force row level security;
create policy tenant on reports using (coalesce(agency_id = (select visible_agency()), true));

-- What is agreed with a client about its reports: posts a week (null: nothing), and whether each month's is mailed.
create table report_settings (
  client_id bigint primary key references users on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  posts_a_week integer check (posts_a_week between 1 and 1000),
  mail_monthly boolean not null default false,
  mailed_month text not null default ''
);
create index report_settings_agency on report_settings (agency_id);
create index report_settings_mailed on report_settings (mailed_month) where mail_monthly;
alter table report_settings enable row level security;
alter table report_settings force row level security;
create policy tenant on report_settings using (coalesce(agency_id = (select visible_agency()), true));

-- A page on which whoever has its address reads the report of a client's month, until it is ended. The token is looked
-- up by its hash, and kept sealed for the agency, which shows and prints the address again.
create table report_links (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null references users on delete cascade,
  month text not null,
  token_hash bytea not null unique,
  token_sealed text not null,
  made_by bigint references users on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  uses integer not null default 0,
  used_at timestamptz
);
create unique index report_links_one on report_links (client_id, month) where ended_at is null;
create index report_links_agency on report_links (agency_id);
create index report_links_made_by on report_links (made_by) where made_by is not null;
alter table report_links enable row level security;
alter table report_links force row level security;
create policy tenant on report_links using (coalesce(agency_id = (select visible_agency()), true));

-- A report as a PDF file: made by a job, fetched by a short-lived address, removed after its time.
create table report_pdfs (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null references users on delete cascade,
  month text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  run text,
  percent integer not null default 0 check (percent between 0 and 100),
  message text not null default '',
  pages integer not null default 0,
  size_bytes bigint,
  object_name text unique,
  ticket_hash bytea unique,
  ticket_expires_at timestamptz,
  made_by bigint references users on delete set null,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  expires_at timestamptz
);
create unique index report_pdfs_one_at_a_time on report_pdfs (client_id, month) where state in ('waiting', 'running');
create index report_pdfs_client on report_pdfs (client_id, month, id desc);
create index report_pdfs_agency on report_pdfs (agency_id);
create index report_pdfs_made_by on report_pdfs (made_by) where made_by is not null;
create index report_pdfs_kept on report_pdfs (expires_at) where object_name is not null;
alter table report_pdfs enable row level security;
alter table report_pdfs force row level security;
create policy tenant on report_pdfs using (coalesce(agency_id = (select visible_agency()), true));
