-- Until when posts were published whose readings are thinned to the last one.
alter table engagement_progress add column thinned_until timestamptz not null default '-infinity';
