-- An occurrence that a person has put at a time of its own: its wall-clock time holds, not its schedule's step.
alter table occurrences add column moved boolean not null default false;
