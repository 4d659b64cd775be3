-- Who a session's token belongs to, and the agency this transaction sees from now on (none where the token is worth nothing):
-- one statement for both, so that a call asks for neither on its own.
create function enter_session(
  token bytea, at timestamptz,
  out session_id bigint, out opened_by text, out seen_at timestamptz,
  out id bigint, out agency_id bigint, out role text, out name text, out email text, out membership text,
  out is_reseller boolean, out is_white_label boolean
) returns setof record language plpgsql as $$
begin
  select s.id, s.opened_by, s.seen_at, u.id, u.agency_id, u.role, u.name, u.email, u.membership, u.is_reseller, u.is_white_label
  into session_id, opened_by, seen_at, id, agency_id, role, name, email, membership, is_reseller, is_white_label
  from sessions s
  join users u on u.id = s.user_id
  where s.token_hash = token and s.expires_at > at and u.deleted_at is null;
  perform set_config('app.agency_id', coalesce(agency_id, 0)::text, true);
  if session_id is not null then
    return next;
  end if;
end $$;
