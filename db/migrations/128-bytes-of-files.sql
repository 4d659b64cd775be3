-- Each upload is compared with what the agency has already.
create index files_bytes on files (agency_id, sha256) where deleted_at is null;
