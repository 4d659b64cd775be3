-- The calendar shows an agency's drafts of some days, whoever they are for.
drop index drafts_agency;
create index drafts_agency on drafts (agency_id, due_at, id);
