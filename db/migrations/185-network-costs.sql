-- What a network that charges for its calls has cost an account in a month ('YYYY-MM', UTC), in millionths of a dollar.
create table network_costs (
  account_id bigint not null references social_accounts on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  agency_id bigint not null references agencies on delete cascade,
  micros bigint not null,
  primary key (account_id, month)
);
create index network_costs_agency on network_costs (agency_id);
alter table network_costs enable row level security;
alter table network_costs force row level security;
create policy tenant on network_costs using (coalesce(agency_id = (select visible_agency()), true));
