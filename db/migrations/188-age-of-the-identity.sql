-- Since when the database has its identity: for a time after a change it is compared with the journal again and again.
alter table installation add column identity_since timestamptz not null default '-infinity';
