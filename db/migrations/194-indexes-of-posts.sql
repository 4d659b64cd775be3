-- concurrently
create index concurrently if not exists streams_newest on streams (agency_id, created_at, id) where deleted_at is null and kind = 'stream';
create index concurrently if not exists streams_titles on streams (agency_id, title collate "und-x-icu", id) where deleted_at is null and kind = 'stream';
create index concurrently if not exists streams_of_agency on streams (agency_id, id);
create index concurrently if not exists streams_types on streams (agency_id, type, id) where deleted_at is null and kind = 'stream';
create index concurrently if not exists streams_client on streams (client_id) where client_id is not null;
create unique index concurrently if not exists streams_save_key on streams (agency_id, save_key) where save_key is not null;
create index concurrently if not exists items_words on items (agency_id, words_hash) where words_hash is not null;
create unique index concurrently if not exists drafts_item on drafts (item_id);
create unique index concurrently if not exists schedules_draft on schedules (draft_id) where draft_id is not null and deleted_at is null;
