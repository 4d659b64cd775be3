-- What a person does not want to be told of any more on the dashboard.
create table hidden_suggestions (
  user_id bigint not null references users on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  suggestion text not null,
  hidden_at timestamptz not null,
  primary key (user_id, suggestion)
);
create index hidden_suggestions_agency on hidden_suggestions (agency_id);
alter table hidden_suggestions enable row level security;
alter table hidden_suggestions force row level security;
create policy tenant on hidden_suggestions using (coalesce(agency_id = (select visible_agency()), true));

-- Whether an agency has ever added a reseller, whose own agency it cannot see.
create index audit_entries_resellers on audit_entries (agency_id) where action = 'reseller-added';

-- Whether an agency has ever made a connect link.
create index connect_links_agency on connect_links (agency_id);
