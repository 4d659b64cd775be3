-- Who paused, what waits for a pause to end, and what a person chose to skip when it ended.

-- The person's id without a reference, as in audit_entries: the pause stays when the person is erased.
alter table agencies add column paused_by bigint;
alter table users add column paused_by bigint;
alter table social_accounts add column paused_by bigint;

-- Set on a missed delivery that a person skipped when publishing was resumed: nobody has to be asked about it.
alter table deliveries add column skipped_at timestamptz;

create index users_paused on users (agency_id) where paused_at is not null;
create index social_accounts_paused on social_accounts (agency_id) where paused_at is not null;
-- What fell due under a pause has no time of its own (next_at infinity), so that no claim walks over it.
create index deliveries_held on deliveries (account_id, due_at, id) where state = 'scheduled' and next_at = 'infinity';
