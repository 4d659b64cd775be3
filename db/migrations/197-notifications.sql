-- What a person must know, one row for each person, kind, client and hour (of first_at, UTC). Triggers of the owning
-- tables write it in the transaction of what happened, so that no way there can forget it. `subject` is the latest
-- thing it is about: the id of a post, schedule, account or video, or a report's month. `various`: about several.
--
-- user_id and client_id have no foreign key: its check would wait for a person who is being changed, or fail, and with
-- it the outcome of a post.
create table notifications (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint not null,
  client_id bigint,
  kind text not null,
  subject text not null default '',
  various boolean not null default false,
  count integer not null default 1,
  first_at timestamptz not null,
  at timestamptz not null,
  read_at timestamptz,
  check (count > 0)
);
create index notifications_fold on notifications (user_id, kind, first_at);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_agency on notifications (agency_id);
alter table notifications enable row level security;
alter table notifications force row level security;
create policy tenant on notifications using (coalesce(agency_id = (select visible_agency()), true));

-- The person whose call this is; null for workers.
create function acting_person() returns bigint language sql stable parallel safe as $$
  select nullif(nullif(current_setting('app.user_id', true), ''), '0')::bigint
$$;

-- Tells people that something happened `times` times. Audience: 'agency' (owner and members), 'client', 'both', or
-- 'person' (of_person). Whoever did it knows already.
--
-- It never waits: a row that another transaction is counting up is left to that one, and this one begins a second row,
-- which readers add up. It never fails what happened: an error is logged, and the notification is missing.
create function write_notifications(
  of_agency bigint, of_client bigint, what text, about text, is_various boolean, times integer, happened timestamptz,
  audience text, of_person bigint default null
) returns void language plpgsql as $$
declare
  hour timestamptz := date_trunc('hour', happened, 'UTC');
begin
  with people as materialized (
    select u.id from users u
    where u.agency_id = of_agency and u.role in ('owner', 'member') and u.deleted_at is null
      and audience in ('agency', 'both')
    union
    select u.id from users u
    where u.id = case when audience in ('client', 'both') then of_client when audience = 'person' then of_person end
      and u.agency_id = of_agency and u.deleted_at is null
  ), told as materialized (
    select p.id from people p where p.id is distinct from acting_person()
  ), free as materialized (
    select n.id, t.id as user_id
    from told t
    cross join lateral (
      select n.id from notifications n
      where n.user_id = t.id and n.kind = what and n.first_at >= hour and n.first_at < hour + interval '1 hour'
        and n.client_id is not distinct from of_client
      limit 1
      for update skip locked
    ) n
  ), folded as (
    update notifications n
    set count = n.count + times, various = n.various or is_various or n.subject <> about, subject = about,
      at = greatest(n.at, happened), read_at = null
    from free
    where n.id = free.id
    returning n.user_id
  )
  insert into notifications (agency_id, user_id, client_id, kind, subject, various, count, first_at, at)
  select of_agency, t.id, of_client, what, about, is_various, times, happened, happened
  from told t
  where not exists (select from folded f where f.user_id = t.id);
exception when others then
  raise warning 'a notification % is missing: %', what, sqlerrm;
end $$;

-- What a delivery in this state needs of a person; null: nothing.
create function delivery_needs(state text, next_at timestamptz) returns text language sql immutable parallel safe as $$
  select case
    when state = 'failed' then 'delivery.failed'
    when state = 'missed' then 'delivery.missed'
    when state = 'uncertain' and next_at = 'infinity' then 'delivery.uncertain'
    when state = 'waiting' and next_at = 'infinity' then 'delivery.by_hand'
  end
$$;

-- Deliveries are updated a thousand times for each that needs a person. So a trigger with a condition notes that one does,
-- and the trigger of the statement, which sees all its rows, does nothing without that note (12 µs instead of 22).
create function note_need() returns trigger language plpgsql as $$
begin
  perform set_config('app.delivery_needs', 'on', true);
  return null;
end $$;
create trigger deliveries_need after update on deliveries for each row
when (
  new.state in ('failed', 'missed', 'uncertain', 'waiting') and (old.state <> new.state or old.next_at <> new.next_at)
)
execute function note_need();

-- What a person did to posts, the others do not need to be told.
create function notify_of_deliveries() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.delivery_needs', true), '') <> 'on' then return null; end if;
  perform set_config('app.delivery_needs', '', true);
  if acting_person() is not null then return null; end if;
  perform write_notifications(d.agency_id, d.client_id, d.needs, d.last_post::text, d.posts > 1, d.times, d.at, 'agency')
  from (
    select l.agency_id, s.user_client_id as client_id, delivery_needs(l.state, l.next_at) as needs,
      max(l.occurrence_id) as last_post, count(distinct l.occurrence_id) as posts, count(*)::int as times,
      coalesce(max(l.finished_at), clock_timestamp()) as at
    from later l
    join earlier e on e.id = l.id
    join schedules s on s.id = l.schedule_id
    where l.state in ('failed', 'missed', 'uncertain', 'waiting')
      and delivery_needs(l.state, l.next_at) is distinct from delivery_needs(e.state, e.next_at)
    group by 1, 2, 3
  ) d
  where d.needs is not null;
  return null;
end $$;
create trigger deliveries_notify after update on deliveries referencing old table as earlier new table as later
  for each statement execute function notify_of_deliveries();

create function notify_of_asked() returns trigger language plpgsql as $$
begin
  perform write_notifications(a.agency_id, a.client_id, 'approval.asked', a.last_post::text, a.posts > 1, a.posts, a.at,
    'client')
  from (
    select l.agency_id, l.client_id, max(l.occurrence_id) as last_post, count(*)::int as posts, max(l.asked_at) as at
    from later l
    where l.state = 'waiting'
    group by 1, 2
  ) a;
  return null;
end $$;
create trigger approvals_notify_new after insert on approvals referencing new table as later
  for each statement execute function notify_of_asked();

-- Asked again, or held: its time has come and it is not approved, of which the owner is mailed.
create function notify_of_approvals() returns trigger language plpgsql as $$
begin
  perform write_notifications(a.agency_id, a.client_id, a.what, a.last_post::text, a.posts > 1, a.posts, a.at,
    case a.what when 'post.held' then 'agency' else 'client' end)
  from (
    select l.agency_id, l.client_id, changed.what, max(l.occurrence_id) as last_post, count(*)::int as posts,
      max(case changed.what when 'post.held' then l.owner_told_at else l.asked_at end) as at
    from later l
    join earlier e on e.occurrence_id = l.occurrence_id
    cross join lateral (
      select case
        when e.state <> 'waiting' then 'approval.asked'
        when l.owner_told_at is not null and l.owner_told_at is distinct from e.owner_told_at then 'post.held'
      end as what
    ) changed
    where l.state = 'waiting' and changed.what is not null
    group by 1, 2, 3
  ) a;
  return null;
end $$;
create trigger approvals_notify after update on approvals referencing old table as earlier new table as later
  for each statement execute function notify_of_approvals();

create function notify_of_approval_events() returns trigger language plpgsql as $$
begin
  perform write_notifications(e.agency_id, e.client_id, e.what, e.last_post::text, e.posts > 1, e.times, e.at,
    case e.what when 'approval.commented' then 'both' else 'agency' end)
  from (
    select l.agency_id, a.client_id, names.what, max(l.occurrence_id) as last_post,
      count(distinct l.occurrence_id) as posts, count(*)::int as times, max(l.at) as at
    from later l
    join (values ('approved', 'approval.approved'), ('sent-back', 'approval.sent_back'),
      ('withdrawn', 'approval.withdrawn'), ('comment', 'approval.commented')) as names (kind, what)
      on names.kind = l.kind
    join approvals a on a.occurrence_id = l.occurrence_id
    group by 1, 2, 3
  ) e;
  return null;
end $$;
create trigger approval_events_notify after insert on approval_events referencing new table as later
  for each statement execute function notify_of_approval_events();

create function notify_of_account() returns trigger language plpgsql as $$
begin
  perform write_notifications(new.agency_id, new.user_id,
    case when new.status <> old.status then 'account.needs_reconnecting' else 'account.expires_soon' end,
    new.id::text, false, 1, clock_timestamp(), 'agency');
  return null;
end $$;
create trigger social_accounts_notify after update on social_accounts for each row
when (
  new.deleted_at is null and new.status = 'needs-reconnecting' and old.status <> new.status
  or new.warned_expiry is not null and new.warned_expiry is distinct from old.warned_expiry
)
execute function notify_of_account();

-- A single post says itself how it ended.
create function notify_of_schedule() returns trigger language plpgsql as $$
begin
  if exists (select from streams s where s.id = new.stream_id and s.kind = 'stream') then
    perform write_notifications(new.agency_id, new.user_client_id, 'schedule.' || new.state, new.id::text, false, 1,
      clock_timestamp(), 'agency');
  end if;
  return null;
end $$;
create trigger schedules_notify after update on schedules for each row
when (old.state <> new.state and new.state in ('finished', 'stopped') and new.deleted_at is null)
execute function notify_of_schedule();

create function notify_of_video() returns trigger language plpgsql as $$
begin
  perform write_notifications(new.agency_id, new.client_id,
    case when new.failed then 'video.failed' else 'video.finished' end, new.id::text, false, 1, new.updated_at,
    case when new.created_by is null then 'agency' else 'person' end, new.created_by);
  return null;
end $$;
create trigger videos_notify after update on videos for each row
when (new.failed and not old.failed or new.status = '6' and old.status <> '6')
execute function notify_of_video();

create function notify_of_report_pdf() returns trigger language plpgsql as $$
begin
  perform write_notifications(new.agency_id, new.client_id, 'report_pdf.' || new.state, new.month, false, 1,
    new.touched_at, 'person', new.made_by);
  return null;
end $$;
create trigger report_pdfs_notify after update on report_pdfs for each row
when (old.state <> new.state and new.state in ('ready', 'failed'))
execute function notify_of_report_pdf();

-- The job that mails reports notes the month; a person who turns the mails on leaves out a month.
create function notify_of_mailed_report() returns trigger language plpgsql as $$
begin
  if acting_person() is null then
    perform write_notifications(new.agency_id, new.client_id, 'report.mailed', new.mailed_month, false, 1,
      clock_timestamp(), 'agency');
  end if;
  return null;
end $$;
create trigger report_settings_notify after update on report_settings for each row
when (new.mail_monthly and new.mailed_month <> '' and new.mailed_month <> old.mailed_month)
execute function notify_of_mailed_report();
