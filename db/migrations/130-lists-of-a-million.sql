-- The newest clients and members of an agency, by their ids.
create index users_page on users (agency_id, role, id) where deleted_at is null;

-- The newest streams of a type, and files of a kind.
create index streams_of_type on streams (agency_id, type, id) where deleted_at is null;
create index files_of_kind on files (agency_id, kind, id) where kept_since is not null;

-- What the list of schedules is narrowed by stands in the index of its pages: for rows that have to be looked at,
-- PostgreSQL takes the primary key and walks through the schedules of all agencies.
drop index schedules_agency;
create index schedules_agency on schedules (agency_id, id desc) include (user_client_id, stream_id, round, state)
  where deleted_at is null;

-- What is still to come of an agency, the next post first.
create index occurrences_coming on occurrences (agency_id, due_at, id) include (schedule_id, round)
  where state = 'scheduled';

-- What somebody did, what was done of a kind, and what an operator or the product did, the latest last.
create index audit_entries_person on audit_entries (agency_id, user_id, id)
  where on_behalf_of is null and address <> 'operator';
create index audit_entries_action on audit_entries (agency_id, action, id);
create index audit_entries_behalf on audit_entries (agency_id, id) where on_behalf_of is not null or address = 'operator';
