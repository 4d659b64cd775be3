-- What narrows the list of schedules: a client's, newest first, and those with posts that a person has to see to.
create index schedules_of_client on schedules (user_client_id, id desc) where deleted_at is null;
drop index schedules_client;
create index occurrences_failed on occurrences (schedule_id, round) where state = 'failed';
create index deliveries_wrong on deliveries (schedule_id)
  where state in ('failed', 'missed', 'uncertain') and skipped_at is null;
