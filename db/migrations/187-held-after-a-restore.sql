-- Which database this is: it changes with a failover, and with a restore by whatever tool.
create function database_identity() returns text language sql stable as $$
  select concat_ws('/', c.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select d.oid from pg_database d where d.datname = current_database()), pg_relation_filenode('attempts'))
  from pg_control_system() c
$$;

-- One row. The identity under which the workers last compared the database with the journal ('' for never), until when
-- the journal was compared and changes were noted in it, and since when posting is held after a restore of the backup
-- that was taken at backup_at.
create table installation (
  only_row boolean primary key default true check (only_row),
  identity text not null default '',
  compared_until timestamptz not null default '-infinity',
  noted_until timestamptz not null default '-infinity',
  held_at timestamptz,
  backup_at timestamptz,
  check ((held_at is null) = (backup_at is null))
);
insert into installation default values;

-- Nothing may be sent: posting is held after a restore, or this is a database that no worker has compared yet.
create function is_posting_held() returns boolean language sql stable as $$
  select exists (select from installation i where i.held_at is not null or i.identity not in ('', database_identity()))
$$;

-- Deliveries that may have been sent in the time that a restored database does not know.
create table unseen_deliveries (
  delivery_id bigint primary key references deliveries on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  account_id bigint not null references social_accounts on delete cascade,
  noticed_at timestamptz not null
);
create index unseen_deliveries_agency on unseen_deliveries (agency_id);
create index unseen_deliveries_account on unseen_deliveries (account_id);
alter table unseen_deliveries enable row level security;
alter table unseen_deliveries force row level security;
create policy tenant on unseen_deliveries using (coalesce(agency_id = (select visible_agency()), true));
