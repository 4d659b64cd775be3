-- A seller's own Stripe accounts: the key and the webhook's secret are sealed. `rights` is what was found of the key
-- when it was last looked at.
create table stripe_accounts (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  name text not null,
  sealed_key text not null,
  last4 text not null,
  is_live boolean not null,
  endpoint_id text not null,
  sealed_secret text not null,
  rights jsonb not null default '[]',
  checked_at timestamptz not null,
  mailed_at timestamptz,
  created_at timestamptz not null
);
create index stripe_accounts_agency on stripe_accounts (agency_id);
alter table stripe_accounts enable row level security;
alter table stripe_accounts force row level security;
create policy tenant on stripe_accounts using (coalesce(agency_id = (select visible_agency()), true));

-- What a seller sells: a product and its current price on one of the seller's Stripe accounts, and the plans that
-- buyers get.
create table memberships (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  stripe_account_id bigint not null references stripe_accounts on delete cascade,
  name text not null,
  price_cents int not null check (price_cents > 0),
  period text not null check (period in ('monthly', 'yearly')),
  plans text not null,
  product_id text not null,
  price_id text not null,
  created_at timestamptz not null,
  archived_at timestamptz
);
create index memberships_agency on memberships (agency_id);
create index memberships_stripe_account on memberships (stripe_account_id);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy tenant on memberships using (coalesce(agency_id = (select visible_agency()), true));

-- Subscriptions of buyers, as Stripe said at the last look. `looks` counts them: what an older look has fetched is not
-- written over what a newer one wrote. `buyer_agency_id` is the agency that was made for the buyer.
create table subscriptions (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  stripe_account_id bigint not null references stripe_accounts on delete cascade,
  membership_id bigint not null references memberships on delete cascade,
  subscription_id text not null,
  customer_id text not null,
  buyer_agency_id bigint references agencies on delete set null,
  status text not null,
  looks int not null default 0,
  seen_at timestamptz,
  grace_until timestamptz,
  invoice_url text not null default '',
  mailed_invoice text not null default '',
  created_at timestamptz not null,
  unique (stripe_account_id, subscription_id)
);
create index subscriptions_agency on subscriptions (agency_id);
create index subscriptions_membership on subscriptions (membership_id);
create index subscriptions_buyer on subscriptions (buyer_agency_id) where buyer_agency_id is not null;
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy tenant on subscriptions using (coalesce(agency_id = (select visible_agency()), true));

-- Stripe's events, each claimed once; `done_at` null while one is at work on it, or has died at it.
create table stripe_events (
  stripe_account_id bigint not null references stripe_accounts on delete cascade,
  event_id text not null,
  agency_id bigint not null references agencies on delete cascade,
  claimed_at timestamptz not null,
  done_at timestamptz,
  primary key (stripe_account_id, event_id)
);
create index stripe_events_agency on stripe_events (agency_id);
create index stripe_events_claimed on stripe_events (claimed_at);
alter table stripe_events enable row level security;
alter table stripe_events force row level security;
create policy tenant on stripe_events using (coalesce(agency_id = (select visible_agency()), true));
