-- Approval by the client: who asks for it (users.approval, and since then each new schedule), what is kept back by it
-- (deliveries.unapproved, which claim and fence honour), how each occurrence stands (approvals), and what was said about it.

alter table users add column approval text not null default 'none' check (approval in ('none', 'client'));
alter table schedules add column needs_approval boolean not null default false;

-- Kept back: no worker has it, and it has no time. So whatever forgets about approval is refused by the database itself.
alter table deliveries add column unapproved boolean not null default false;
alter table deliveries add constraint deliveries_unapproved_is_held
  check (not unapproved or state not in ('claimed', 'waiting') and (state <> 'scheduled' or next_at = 'infinity'));
create index deliveries_unapproved on deliveries (schedule_id, occurrence_id) where unapproved and state = 'scheduled';
-- What a pause holds, and what waits for approval, are two things.
drop index deliveries_held;
create index deliveries_held on deliveries (account_id, due_at, id) where state = 'scheduled' and next_at = 'infinity' and not unapproved;

-- What a client is shown of an item, in one value: another one is another content.
create function content_fingerprint(item items) returns text language sql stable parallel safe as $$
  select encode(sha256(convert_to(jsonb_build_array(item.title, item.description, item.description_format, item.file_id)::text, 'UTF8')), 'hex')
$$;

-- One row for each occurrence that asks, or has asked. decided_by and told_how (how the client told the owner, who then decided for
-- it) are of the last decision. told_at: when the client was last mailed about it since it was asked; owner_told_at: when the owner
-- was mailed that it is held or was sent back.
create table approvals (
  occurrence_id bigint primary key references occurrences on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'sent-back')),
  fingerprint text not null,
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  told_how text not null default '',
  told_at timestamptz,
  owner_told_at timestamptz
);
create index approvals_open on approvals (agency_id, client_id) where state <> 'approved';

-- What was done and said, in its order. user_id, without a reference as in audit_entries, is whose deed it was; null: the machine's.
create table approval_events (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  occurrence_id bigint not null references occurrences on delete cascade,
  at timestamptz not null,
  user_id bigint,
  kind text not null check (kind in ('asked', 'changed', 'approved', 'sent-back', 'withdrawn', 'comment')),
  words text not null default ''
);
create index approval_events_occurrence on approval_events (occurrence_id, id);

-- When a client was last mailed about approvals.
create table approval_mails (
  client_id bigint primary key references users on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  sent_at timestamptz not null
);

do $$
declare t text;
begin
  foreach t in array array['approvals', 'approval_events', 'approval_mails']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (coalesce(agency_id = (select visible_agency()), true))', t);
  end loop;
end $$;

-- The history tells being kept back for approval from being held by a pause.
alter table delivery_events add column unapproved boolean not null default false;
create or replace function write_delivery_event() returns trigger language plpgsql as $$
begin
  insert into delivery_events (agency_id, delivery_id, user_id, from_state, to_state, message, note, due_before, due_at, next_at, tries, settle_reads, cancel_asked, unapproved)
  values (new.agency_id, new.id, nullif(nullif(current_setting('app.user_id', true), ''), '0')::bigint, old.state, new.state, new.message, new.note,
    old.due_at, new.due_at, new.next_at, new.tries, new.settle_reads, new.cancel_asked, new.unapproved);
  return null;
end $$;
drop trigger deliveries_history on deliveries;
create trigger deliveries_history after update on deliveries for each row
when (
  old.state <> new.state and new.state not in ('claimed', 'sending') and not (old.state = 'sending' and new.state = 'published')
  or old.due_at <> new.due_at
  or old.unapproved <> new.unapproved
  or old.settle_reads < new.settle_reads
  or new.cancel_asked and not old.cancel_asked
  or old.state = 'scheduled' and new.state = 'scheduled' and (old.next_at = 'infinity') <> (new.next_at = 'infinity')
)
execute function write_delivery_event();
