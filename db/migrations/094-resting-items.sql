-- Items that a person lets rest in a schedule: its next rounds go without them until somebody has them go out again.
create table resting_items (
  schedule_id bigint not null references schedules on delete cascade,
  item_id bigint not null references items on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  rested_by bigint references users on delete set null,
  rested_at timestamptz not null,
  was_tired boolean not null,
  primary key (schedule_id, item_id)
);
create index resting_items_agency on resting_items (agency_id);
create index resting_items_item on resting_items (item_id);
create index resting_items_rested_by on resting_items (rested_by) where rested_by is not null;
alter table resting_items enable row level security;
alter table resting_items force row level security;
create policy tenant on resting_items using (coalesce(agency_id = (select visible_agency()), true));
