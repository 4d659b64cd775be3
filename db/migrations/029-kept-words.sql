-- An item as it was before an edit, for the posts that keep its words: their occurrences stand on this copy. In no list of its stream.
alter table items add column kept_of bigint references items (id) on delete cascade;
alter table items add constraint items_kept_check check (kept_of is null or deleted_at is not null);
create index items_kept on items (kept_of) where kept_of is not null;
