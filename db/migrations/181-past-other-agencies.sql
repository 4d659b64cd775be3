-- Streams, videos and images in the order of their creation. An order by the id alone reads the primary key, past the
-- rows of all other agencies.
drop index streams_agency;
create index streams_agency on streams (agency_id, created_at, id) where deleted_at is null;
drop index videos_agency;
create index videos_agency on videos (agency_id, created_at, id);
drop index designs_agency;
create index designs_agency on designs (agency_id, created_at, id);

-- Accounts that wait for a person, among all accounts of an agency.
create index social_accounts_to_reconnect on social_accounts (agency_id, id)
  where status = 'needs-reconnecting' and deleted_at is null;

-- No statement reads it any more.
drop index files_kept;
