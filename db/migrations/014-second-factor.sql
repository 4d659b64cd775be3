-- The second factor (codes of an app that show anew every thirty seconds) and when a session's person last confirmed who they are.

-- Null where nobody has: in a session that a master login opened, and in those older than this column.
alter table sessions add column confirmed_at timestamptz;

-- The secret is sealed. Not on yet while turned_on_at is null: the app has not shown a right code. A code is taken once, so
-- only one of a later step of thirty seconds than last_step is.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  turned_on_at timestamptz
);

-- What stands in for a lost app, once each: 80 random bits, of which only a hash is kept.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table second_factors enable row level security;
alter table second_factors force row level security;
create policy tenant on second_factors using (coalesce(agency_id = (select visible_agency()), true));
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy tenant on recovery_codes using (coalesce(agency_id = (select visible_agency()), true));

-- What a right password opens where a second factor is on: nothing but asking for a code, for five minutes.
alter table login_links
  drop constraint login_links_purpose_check,
  add constraint login_links_purpose_check check (purpose in ('reset-password', 'set-password', 'master-login', 'change-email', 'second-factor'));

drop function enter_session(bytea, timestamptz);
-- Who a session's token belongs to, and the agency this transaction sees from now on (none where the token is worth nothing):
-- one statement for both, so that a call asks for neither on its own.
create function enter_session(
  token bytea, at timestamptz,
  out session_id bigint, out opened_by text, out seen_at timestamptz, out confirmed_at timestamptz,
  out id bigint, out agency_id bigint, out role text, out name text, out email text, out membership text,
  out is_reseller boolean, out is_white_label boolean
) returns setof record language plpgsql as $$
begin
  select s.id, s.opened_by, s.seen_at, s.confirmed_at, u.id, u.agency_id, u.role, u.name, u.email, u.membership, u.is_reseller, u.is_white_label
  into session_id, opened_by, seen_at, confirmed_at, id, agency_id, role, name, email, membership, is_reseller, is_white_label
  from sessions s
  join users u on u.id = s.user_id
  where s.token_hash = token and s.expires_at > at and u.deleted_at is null;
  perform set_config('app.agency_id', coalesce(agency_id, 0)::text, true);
  if session_id is not null then
    return next;
  end if;
end $$;
