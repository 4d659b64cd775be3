-- The library holds more than what is kept for its own sake, so its orders and its kinds cover every file.
update files set title = left(title, 300) where length(title) > 300;
drop index files_of_kind;
create index files_of_kind on files (agency_id, kind, id) where deleted_at is null;
drop index files_by_title;
create index files_by_title on files (agency_id, title collate "und-x-icu", id) where deleted_at is null;
drop index files_by_size;
create index files_by_size on files (agency_id, size_bytes, id) where deleted_at is null;
create index files_page on files (agency_id, id) where deleted_at is null;

-- The agencies that an agency has created, the newest last.
drop index agencies_seller;
create index agencies_seller on agencies (seller_agency_id, id) where seller_agency_id is not null;

-- The accounts that their network has asked to wait for long.
create index social_accounts_waiting on social_accounts (agency_id, waits_until)
  where waits_until - waits_from >= interval '1 hour';
