-- What a white-label owner makes of the help on its own site. `article` is the name of the one that ships and is
-- hidden or replaced; null for one that the owner has added.
create table help_articles (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  article text,
  is_hidden boolean not null default false,
  category text not null,
  title text not null,
  content text,
  changed_at timestamptz not null,
  unique (agency_id, article),
  check (content is not null or (article is not null and is_hidden))
);
alter table help_articles enable row level security;
alter table help_articles force row level security;
create policy tenant on help_articles using (coalesce(agency_id = (select visible_agency()), true));

-- Where the helpdesk of a white-label owner's site is.
create table help_desks (
  agency_id bigint primary key references agencies on delete cascade,
  address text not null,
  changed_at timestamptz not null
);
alter table help_desks enable row level security;
alter table help_desks force row level security;
create policy tenant on help_desks using (coalesce(agency_id = (select visible_agency()), true));

-- Words that were searched for in the help without a result; the operator's, of no agency and of nobody.
create table help_searches (
  words text primary key,
  times int not null default 1,
  first_on date not null,
  last_on date not null
);
create index help_searches_last_on on help_searches (last_on);

-- Whether articles helped; the operator's, of no agency and of nobody.
create table help_ratings (
  id bigint generated always as identity primary key,
  article text not null,
  is_helpful boolean not null,
  words text not null,
  rated_on date not null
);
create index help_ratings_rated_on on help_ratings (rated_on);
