-- Keywords that are looked for each day for a client. `checked_on` is the agency's day they were last looked for on, ''
-- for never; the states say what came of it at each source, null where it was not asked.
create table watched_keywords (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null references users on delete cascade,
  keyword text not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  checked_on text not null default '',
  checked_at timestamptz,
  reddit_state text,
  youtube_state text,
  youtube_at timestamptz
);
create unique index watched_keywords_client on watched_keywords (client_id, lower(keyword));
create index watched_keywords_agency on watched_keywords (agency_id);
create index watched_keywords_created_by on watched_keywords (created_by) where created_by is not null;
create index watched_keywords_checked on watched_keywords (checked_at nulls first);
create index watched_keywords_youtube on watched_keywords (youtube_at) where youtube_at is not null;
alter table watched_keywords enable row level security;
alter table watched_keywords force row level security;
create policy tenant on watched_keywords using (coalesce(agency_id = (select visible_agency()), true));

-- What was found for a watched keyword, each once.
create table keyword_finds (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  keyword_id bigint not null references watched_keywords on delete cascade,
  source text not null,
  reference text not null,
  title text not null,
  url text not null,
  found_from text not null default '',
  found_at timestamptz not null,
  unique (keyword_id, source, reference)
);
create index keyword_finds_latest on keyword_finds (keyword_id, id desc);
create index keyword_finds_agency on keyword_finds (agency_id, id);
alter table keyword_finds enable row level security;
alter table keyword_finds force row level security;
create policy tenant on keyword_finds using (coalesce(agency_id = (select visible_agency()), true));

-- Who is mailed each day what is new: up to which find, and on which of the agency's days last ('' for never).
create table keyword_mails (
  user_id bigint primary key references users on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  wished_at timestamptz not null,
  mailed_on text not null default '',
  mailed_find bigint not null default 0
);
create index keyword_mails_agency on keyword_mails (agency_id);
alter table keyword_mails enable row level security;
alter table keyword_mails force row level security;
create policy tenant on keyword_mails using (coalesce(agency_id = (select visible_agency()), true));
