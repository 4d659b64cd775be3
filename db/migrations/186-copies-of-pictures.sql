-- The copies of the search results in a design, by the address of the result, as those of videos: a job makes them after
-- the design is saved, and the next save of an editor that still has the results gets them.
alter table designs add column copies jsonb not null default '{}';
