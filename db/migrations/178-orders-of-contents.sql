-- The orders of videos, images and files that people choose: by name as they read it, and files by their size.
create index videos_by_name on videos (agency_id, name collate "und-x-icu", id);
create index designs_by_name on designs (agency_id, name collate "und-x-icu", id);
-- Longer titles than an upload's come from sources alone; an index takes 2,700 bytes at most.
update files set title = left(title, 300) where length(title) > 300;
create index files_by_title on files (agency_id, title collate "und-x-icu", id) where kept_since is not null;
create index files_by_size on files (agency_id, size_bytes, id) where kept_since is not null;
