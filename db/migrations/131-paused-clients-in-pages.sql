-- The newest paused clients of an agency, by their ids.
drop index users_paused;
create index users_paused on users (agency_id, id) where paused_at is not null;
