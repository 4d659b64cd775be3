-- What networks tell of published posts: the latest figures and when they are read next (null: not again on its own), and every
-- reading as it was. A figure is null where the network tells none.
create table engagements (
  delivery_id bigint primary key references deliveries on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  account_id bigint not null references social_accounts on delete cascade,
  published_at timestamptz not null,
  next_read_at timestamptz,
  read_at timestamptz,
  likes bigint,
  comments bigint,
  shares bigint,
  views bigint,
  retweets bigint,
  gone_at timestamptz,
  problem text not null default ''
);
create index engagements_due on engagements (next_read_at) where next_read_at is not null;
create index engagements_account on engagements (account_id, published_at);

create table engagement_readings (
  delivery_id bigint not null references deliveries on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  at timestamptz not null,
  likes bigint,
  comments bigint,
  shares bigint,
  views bigint,
  retweets bigint,
  primary key (delivery_id, at)
);

-- Up to when published posts have been taken in; one row.
create table engagement_progress (
  is_only boolean primary key default true check (is_only),
  taken_until timestamptz not null
);

create index deliveries_published on deliveries (published_at) where state = 'published';

alter table engagements enable row level security;
alter table engagements force row level security;
create policy tenant on engagements using (coalesce(agency_id = (select visible_agency()), true));
alter table engagement_readings enable row level security;
alter table engagement_readings force row level security;
create policy tenant on engagement_readings using (coalesce(agency_id = (select visible_agency()), true));
