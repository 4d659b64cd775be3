-- Which keys seal the secrets of this database: the fingerprint (one-way) of the current one, and while a rotation is
-- under way of the one before. A process with another key is refused at its start.
create table secret_keys (
  fingerprint text primary key,
  is_current boolean not null,
  since timestamptz not null default now()
);
create unique index secret_keys_current on secret_keys (is_current);
