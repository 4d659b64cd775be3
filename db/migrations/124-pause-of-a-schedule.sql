-- A schedule can be paused. Each of its deliveries carries a mark of that, so that a claim need not look at schedules.
alter table schedules
  add column paused_at timestamptz,
  -- Without a reference, as in agencies: the pause stays when the person is erased.
  add column paused_by bigint;
alter table deliveries
  add column paused boolean not null default false,
  -- Pausing takes out of a worker's hands what is claimed, and nothing claims it again.
  add constraint deliveries_paused_is_unclaimed check (not (paused and state = 'claimed'));

create index schedules_paused on schedules (agency_id) where paused_at is not null;

-- No claim walks over what is paused, neither among all that is due nor in the line of an account that publishes for
-- other schedules as well.
drop index deliveries_due_network;
create index deliveries_due_network on deliveries (network, next_at, due_at, id) include (account_id, agency_id, claim)
  where state = 'scheduled' and not paused;
drop index deliveries_account_due;
create index deliveries_account_due on deliveries (account_id, paused, due_at, id) where state = 'scheduled';
-- What piled up is counted by schedule, too.
drop index deliveries_held;
create index deliveries_held on deliveries (account_id, due_at, id) include (schedule_id)
  where state = 'scheduled' and next_at = 'infinity' and not unapproved;
