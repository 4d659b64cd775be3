-- The copies of the search results in a project, by the address of the result: a job makes them after the project is saved,
-- and the next save of an editor that still has the results gets them.
alter table videos add column copies jsonb not null default '{}';
