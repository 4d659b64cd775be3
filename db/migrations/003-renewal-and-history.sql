-- Accounts whose credentials end: when, what became of renewing them, and who is at it now (renewing_by, a lease as
-- everywhere in publishing). credentials_before keeps the replaced ones until the network has taken the renewed ones once.
-- app_client_id names the app the account was joined with ('' where the person typed what was needed).
-- warned_expiry is the end of which the owner has been told.
alter table social_accounts
  add column expires_at timestamptz,
  add column refreshed_at timestamptz,
  add column credentials_before text not null default '',
  add column app_client_id text not null default '',
  add column renewing_by text,
  add column renewing_until timestamptz,
  add column renewal_failures integer not null default 0,
  add column renewal_problem text not null default '',
  add column renew_after timestamptz not null default '-infinity',
  add column warned_expiry timestamptz;
create index social_accounts_expiry on social_accounts (expires_at) where status = 'connected' and deleted_at is null;

-- What the last look at a post said, beside the message that people read.
alter table deliveries add column note text not null default '';

-- What became of a delivery, step by step. Written by the database itself, in the transaction of the step, so that no
-- statement can forget it; never changed. A delivery that goes out at the first try leaves no row: its attempt says it all.
-- user_id, without a reference as in audit_entries, is whose deed it was; null where it was the machine's.
create table delivery_events (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  delivery_id bigint not null references deliveries on delete cascade,
  at timestamptz not null default clock_timestamp(),
  user_id bigint,
  from_state text not null,
  to_state text not null,
  message text not null,
  note text not null,
  due_before timestamptz not null,
  due_at timestamptz not null,
  next_at timestamptz not null,
  tries integer not null,
  settle_reads integer not null,
  cancel_asked boolean not null
);
create index delivery_events_delivery on delivery_events (delivery_id, id);
alter table delivery_events enable row level security;
alter table delivery_events force row level security;
create policy tenant on delivery_events using (coalesce(agency_id = (select visible_agency()), true));

create function write_delivery_event() returns trigger language plpgsql as $$
begin
  insert into delivery_events (agency_id, delivery_id, user_id, from_state, to_state, message, note, due_before, due_at, next_at, tries, settle_reads, cancel_asked)
  values (new.agency_id, new.id, nullif(nullif(current_setting('app.user_id', true), ''), '0')::bigint, old.state, new.state, new.message, new.note,
    old.due_at, new.due_at, new.next_at, new.tries, new.settle_reads, new.cancel_asked);
  return null;
end $$;

-- Neither the claim nor the fence nor the usual good end is worth a row. A scheduled one without a time is held by a pause.
create trigger deliveries_history after update on deliveries for each row
when (
  old.state <> new.state and new.state not in ('claimed', 'sending') and not (old.state = 'sending' and new.state = 'published')
  or old.due_at <> new.due_at
  or old.settle_reads < new.settle_reads
  or new.cancel_asked and not old.cancel_asked
  or old.state = 'scheduled' and new.state = 'scheduled' and (old.next_at = 'infinity') <> (new.next_at = 'infinity')
)
execute function write_delivery_event();
