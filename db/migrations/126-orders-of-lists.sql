-- The orders that people choose for lists: by name as they read it, and schedules by what goes out next.
create index users_by_name on users (agency_id, role, name collate "und-x-icu", id) where deleted_at is null;
-- Of deleted streams, too: their schedules stay in the list.
create index streams_by_title on streams (agency_id, title collate "und-x-icu", id);
create index occurrences_next on occurrences (schedule_id, round, due_at) where state = 'scheduled';
