-- What an agency has set for the AI that writes for it, beside its key. Null: as the installation is configured.
-- Prices are micro-dollars for a million tokens.
create table ai_settings (
  agency_id bigint primary key references agencies on delete cascade,
  address text,
  model text,
  input_price_micros bigint check (input_price_micros >= 0),
  output_price_micros bigint check (output_price_micros >= 0),
  limit_cents integer not null default 1000 check (limit_cents >= 0),
  -- What the last look at the key has found.
  light text not null default 'unknown' check (light in ('unknown', 'right', 'wrong')),
  light_words text not null default '',
  checked_at timestamptz
);
alter table ai_settings enable row level security;
alter table ai_settings force row level security;
create policy tenant on ai_settings using (coalesce(agency_id = (select visible_agency()), true));

-- Every request to the AI, with what it has cost. While it runs, and where its end is not known, that is the most it
-- can cost: what runs side by side cannot pass the limit together.
create table ai_requests (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint references users on delete set null,
  task text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micros bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index ai_requests_agency on ai_requests (agency_id, started_at);
create index ai_requests_user on ai_requests (user_id) where user_id is not null;
alter table ai_requests enable row level security;
alter table ai_requests force row level security;
create policy tenant on ai_requests using (coalesce(agency_id = (select visible_agency()), true));
