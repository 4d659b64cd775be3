-- A team member may use what its agency may use, which is what the owner holds: plans, and being a reseller's or a white-label
-- user's agency.
create or replace function enter_session(
  token bytea, at timestamptz,
  out session_id bigint, out opened_by text, out seen_at timestamptz, out confirmed_at timestamptz,
  out id bigint, out agency_id bigint, out role text, out name text, out email text, out membership text,
  out is_reseller boolean, out is_white_label boolean
) returns setof record language plpgsql as $$
begin
  select s.id, s.opened_by, s.seen_at, s.confirmed_at, u.id, u.agency_id, u.role, u.name, u.email,
    coalesce(o.membership, u.membership), coalesce(o.is_reseller, u.is_reseller), coalesce(o.is_white_label, u.is_white_label)
  into session_id, opened_by, seen_at, confirmed_at, id, agency_id, role, name, email, membership, is_reseller, is_white_label
  from sessions s
  join users u on u.id = s.user_id
  left join lateral (
    select owner.membership, owner.is_reseller, owner.is_white_label from users owner
    where u.role = 'member' and owner.agency_id = u.agency_id and owner.role = 'owner' and owner.deleted_at is null
    order by owner.created_at, owner.id limit 1
  ) o on true
  where s.token_hash = token and s.expires_at > at and u.deleted_at is null;
  perform set_config('app.agency_id', coalesce(agency_id, 0)::text, true);
  if session_id is not null then
    return next;
  end if;
end $$;
