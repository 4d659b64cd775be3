-- Whether the agency set a person's password, who has not chosen one since; the sessions that such a password opened; and what was
-- approved in one of these.
alter table users add column password_by_agency boolean not null default false;
alter table sessions add column by_agency_password boolean not null default false;
alter table approvals add column by_agency_password boolean not null default false;
alter table approval_events add column by_agency_password boolean not null default false;

-- A client's password is the agency's unless the log has the client choosing one after the agency last had the form open.
update users u set password_by_agency = true
where u.role = 'client' and u.password_hash is not null and not exists (
  select from audit_entries own
  where own.agency_id = u.agency_id and own.user_id = u.id and own.on_behalf_of is null and own.action in ('password-reset', 'password-changed')
    and own.created_at > coalesce((
      select max(e.created_at) from audit_entries e
      where e.agency_id = u.agency_id and e.subject_kind = 'client' and e.subject_id = u.id and e.action in ('client-added', 'client-edited') and e.user_id <> u.id
    ), '-infinity'));
update sessions s set by_agency_password = true
from users u
where u.id = s.user_id and u.password_by_agency and s.opened_by = 'password';

-- A client whose email is already that of somebody in another agency. Whoever has it signs in with it, this client does not; that the
-- email is taken is nothing an agency learns.
alter table users add column email_elsewhere boolean not null default false;
drop index users_email;
create unique index users_email on users (lower(email)) where deleted_at is null and not email_elsewhere;
create unique index users_email_of_agency on users (agency_id, lower(email)) where deleted_at is null;
