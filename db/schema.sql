-- The schema after all migrations. Written by `npm run dump-schema`; a test compares.

CREATE OR REPLACE FUNCTION public.acting_person()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(nullif(current_setting('app.user_id', true), ''), '0')::bigint
$function$;

CREATE OR REPLACE FUNCTION public.belongs_to(asked bigint, seller bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with recursive chain (id, seller_id, depth) as (
    select a.id, a.seller_agency_id, 0 from agencies a where a.id = asked
    union all
    select a.id, a.seller_agency_id, chain.depth + 1 from chain join agencies a on a.id = chain.seller_id
    where chain.depth < 20
  )
  select exists (select from chain where chain.id = seller)
$function$;

CREATE OR REPLACE FUNCTION public.brand_of(asked bigint, OUT name text, OUT logo text, OUT first_color text, OUT second_color text, OUT host text)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
declare
  before text := coalesce(current_setting('app.agency_id', true), '');
begin
  perform set_config('app.agency_id', '*', true);
  return query
    with recursive chain (id, seller_id, depth) as (
      select a.id, a.seller_agency_id, 0 from agencies a where a.id = asked
      union all
      select a.id, a.seller_agency_id, chain.depth + 1 from chain join agencies a on a.id = chain.seller_id
      where chain.depth < 20
    ), brands as (
      select chain.depth, case when chain.depth = 0 then 0 else 1 end as place, r.name, r.logo_file_id,
        null::text as first_color, null::text as second_color, null::text as host
      from chain join rebrandings r on r.agency_id = chain.id
      union all
      select chain.depth, case when chain.depth = 0 then 1 else 0 end, w.name, w.logo_file_id, w.first_color,
        w.second_color, case when w.state = 'active' then w.host end
      from chain join white_labels w on w.agency_id = chain.id and (w.state = 'active'
        or chain.depth > 0 and exists (select from memberships m where m.agency_id = chain.id))
    )
    select b.name, f.name, b.first_color, b.second_color,
      (select near.host from brands near where near.host is not null order by near.depth limit 1)
    from brands b
    left join files f on f.id = b.logo_file_id
    order by b.depth, b.place
    limit 1;
  perform set_config('app.agency_id', before, true);
end $function$;

CREATE OR REPLACE FUNCTION public.claim_idempotency_key(agency bigint, person text, hash bytea, runs text, at timestamp with time zone, OUT held_call text, OUT held_print text, OUT held_reply bytea, OUT held_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SET lock_timeout TO '2s'
AS $function$
declare
  who text := coalesce('user ' || person, 'anyone');
begin
  if runs is null then
    perform pg_advisory_xact_lock(hashtextextended(who || ' ' || encode(hash, 'hex'), 0));
  else
    insert into idempotency_keys (caller, key, agency_id, call, created_at) values (who, hash, agency, runs, at)
      on conflict do nothing;
    if found then
      return;
    end if;
  end if;
  select call, print, reply, created_at into held_call, held_print, held_reply, held_at
    from idempotency_keys where caller = who and key = hash;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_draft()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stream bigint;
begin
  if new.item_id is null then
    insert into streams (agency_id, type, title, kind, client_id, created_by, created_at)
      values (new.agency_id, 'text', left(btrim(regexp_replace(case when new.title = '' then new.words else new.title end,
        '\s+', ' ', 'g')), 80), 'post', new.client_id, new.created_by, new.created_at)
      returning id into stream;
    insert into items (agency_id, stream_id, sequence, title, description, created_at)
      values (new.agency_id, stream, 1, new.title, new.words, new.created_at)
      returning id into new.item_id;
  elsif tg_op = 'UPDATE' and (new.title, new.words) is distinct from (old.title, old.words) then
    update items set title = new.title, description = new.words
      where id = new.item_id and (title, description) is distinct from (new.title, new.words);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and new.type is null then
    select s.type into new.type from streams s where s.id = new.stream_id;
  end if;
  if tg_op = 'INSERT' or new.description is distinct from old.description then
    new.words_hash := words_hash_of(new.description);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.content_fingerprint(item items)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select encode(sha256(convert_to((jsonb_build_array(item.title, item.description, item.description_format, item.file_id)
    || case when item.own_words = '{}' and item.alt_text = '' then '[]' else jsonb_build_array(item.own_words, item.alt_text) end
    || case when not item.title_from_file and item.options = '{}' and item.parts = '[]' and item.crop is null
        and item.files_hash = '' then '[]'
      else jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
        'title_from_file', nullif(item.title_from_file, false), 'options', nullif(item.options, '{}'),
        'parts', nullif(item.parts, '[]'), 'crop', item.crop, 'files', nullif(item.files_hash, ''))))
      end
  )::text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION public.copy_network()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select a.network into new.network from social_accounts a where a.id = new.account_id;
  new.network := coalesce(new.network, '');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.database_identity()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws('/', c.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select d.oid from pg_database d where d.datname = current_database()), pg_relation_filenode('attempts'))
  from pg_control_system() c
$function$;

CREATE OR REPLACE FUNCTION public.delivery_needs(state text, next_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when state = 'failed' then 'delivery.failed'
    when state = 'missed' then 'delivery.missed'
    when state = 'uncertain' and next_at = 'infinity' then 'delivery.uncertain'
    when state = 'waiting' and next_at = 'infinity' then 'delivery.by_hand'
  end
$function$;

CREATE OR REPLACE FUNCTION public.enter_session(token bytea, at timestamp with time zone, OUT session_id bigint, OUT opened_by text, OUT seen_at timestamp with time zone, OUT confirmed_at timestamp with time zone, OUT id bigint, OUT agency_id bigint, OUT role text, OUT name text, OUT email text, OUT membership text, OUT is_reseller boolean, OUT is_white_label boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
begin
  select s.id, s.opened_by, s.seen_at, s.confirmed_at, u.id, u.agency_id, u.role, u.name, u.email,
    coalesce(o.membership, u.membership), coalesce(o.is_reseller, u.is_reseller), coalesce(o.is_white_label, u.is_white_label)
  into session_id, opened_by, seen_at, confirmed_at, id, agency_id, role, name, email, membership, is_reseller, is_white_label
  from sessions s
  join users u on u.id = s.user_id
  left join lateral (
    select owner.membership, owner.is_reseller, owner.is_white_label from users owner
    where u.role = 'member' and owner.agency_id = u.agency_id and owner.role = 'owner' and owner.deleted_at is null
    order by owner.created_at, owner.id limit 1
  ) o on true
  where s.token_hash = token and s.expires_at > at and u.deleted_at is null;
  perform set_config('app.agency_id', coalesce(agency_id, 0)::text, true);
  if session_id is not null then
    return next;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.suspended_at := new.lapsed_at;
  if new.suspended_at is null and new.seller_agency_id is not null then
    select s.suspended_at into new.suspended_at from agencies s where s.id = new.seller_agency_id for share;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.is_posting_held()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from installation i where i.held_at is not null or i.identity not in ('', database_identity()))
$function$;

CREATE OR REPLACE FUNCTION public.lead_sold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Naming the column has each of them follow.
  update agencies set lapsed_at = lapsed_at where seller_agency_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_need()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.delivery_needs', 'on', true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_brands()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('brands', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('due', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_notifications(new.agency_id, new.user_id,
    case when new.status <> old.status then 'account.needs_reconnecting' else 'account.expires_soon' end,
    new.id::text, false, 1, clock_timestamp(), 'agency');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_approval_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_approvals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_asked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_mailed_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if acting_person() is null then
    perform write_notifications(new.agency_id, new.client_id, 'report.mailed', new.mailed_month, false, 1,
      clock_timestamp(), 'agency');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_report_pdf()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_notifications(new.agency_id, new.client_id, 'report_pdf.' || new.state, new.month, false, 1,
    new.touched_at, 'person', new.made_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_schedule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from streams s where s.id = new.stream_id and s.kind = 'stream') then
    perform write_notifications(new.agency_id, new.user_client_id, 'schedule.' || new.state, new.id::text, false, 1,
      clock_timestamp(), 'agency');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_video()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_notifications(new.agency_id, new.client_id,
    case when new.failed then 'video.failed' else 'video.finished' end, new.id::text, false, 1, new.updated_at,
    case when new.created_by is null then 'agency' else 'person' end, new.created_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sold_by(asked bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  with recursive chain (id) as (
    select asked
    union
    select a.id from chain join agencies a on a.seller_agency_id = chain.id
  )
  select id from chain
$function$;

CREATE OR REPLACE FUNCTION public.visible_agency()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(coalesce(nullif(current_setting('app.agency_id', true), ''), '0'), '*')::bigint
$function$;

CREATE OR REPLACE FUNCTION public.words_hash_of(words text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select sha256(convert_to(folded.words, 'UTF8'))
  from (
    select btrim(regexp_replace(lower(normalize(words, nfkc) collate "und-x-icu"), '\s+', ' ', 'g')) as words
  ) folded
  where folded.words <> ''
$function$;

CREATE OR REPLACE FUNCTION public.write_delivery_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into delivery_events (agency_id, delivery_id, user_id, from_state, to_state, message, note, due_before, due_at, next_at, tries, settle_reads, cancel_asked, unapproved)
  values (new.agency_id, new.id, nullif(nullif(current_setting('app.user_id', true), ''), '0')::bigint, old.state, new.state, new.message, new.note,
    old.due_at, new.due_at, new.next_at, new.tries, new.settle_reads, new.cancel_asked, new.unapproved);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.write_notifications(of_agency bigint, of_client bigint, what text, about text, is_various boolean, times integer, happened timestamp with time zone, audience text, of_person bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

create table agencies (
  id bigint not null generated always as identity,
  name text not null,
  timezone text not null default 'UTC'::text,
  is_sample boolean not null default false,
  paused_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  paused_by bigint,
  email text not null default ''::text,
  site text not null default ''::text,
  logo_file_id bigint,
  seller_agency_id bigint,
  processing_stopped_at timestamp with time zone,
  processing_stopped_by bigint,
  deleting_at timestamp with time zone,
  lapsed_at timestamp with time zone,
  suspended_at timestamp with time zone,
  file_titles_settled_at timestamp with time zone,
  constraint agencies_pkey PRIMARY KEY (id),
  constraint agencies_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id) ON DELETE SET NULL,
  constraint agencies_seller_agency_id_fkey FOREIGN KEY (seller_agency_id) REFERENCES agencies(id) ON DELETE SET NULL
);
CREATE INDEX agencies_logo_file ON public.agencies USING btree (logo_file_id) WHERE (logo_file_id IS NOT NULL);
CREATE INDEX agencies_seller ON public.agencies USING btree (seller_agency_id, id) WHERE (seller_agency_id IS NOT NULL);
alter table agencies enable row level security;
alter table agencies force row level security;
create policy tenant on agencies for all using (COALESCE((id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER agencies_follow_seller BEFORE INSERT OR UPDATE OF lapsed_at, seller_agency_id ON public.agencies FOR EACH ROW EXECUTE FUNCTION follow_seller();
CREATE TRIGGER agencies_lead_sold AFTER UPDATE ON public.agencies FOR EACH ROW WHEN ((old.suspended_at IS DISTINCT FROM new.suspended_at)) EXECUTE FUNCTION lead_sold();

create table agency_deletions (
  id bigint not null generated always as identity,
  former_agency_id bigint not null,
  token_hash bytea not null,
  step text not null default 'publishing'::text,
  revoked_count integer not null default 0,
  unrevoked_count integer not null default 0,
  objects text[] not null default '{}'::text[],
  last_mail text not null default ''::text,
  mail_failed boolean not null default false,
  asked_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint agency_deletions_pkey PRIMARY KEY (id),
  constraint agency_deletions_former_agency_id_key UNIQUE (former_agency_id),
  constraint agency_deletions_token_hash_key UNIQUE (token_hash),
  constraint agency_deletions_check CHECK (((finished_at IS NULL) = (step <> 'done'::text))),
  constraint agency_deletions_check1 CHECK (((finished_at IS NULL) OR ((objects = '{}'::text[]) AND (last_mail = ''::text)))),
  constraint agency_deletions_step_check CHECK ((step = ANY (ARRAY['publishing'::text, 'networks'::text, 'rows'::text, 'files'::text, 'mail'::text, 'done'::text])))
);

create table ai_keys (
  agency_id bigint not null,
  sealed text not null,
  last4 text not null,
  saved_at timestamp with time zone not null,
  constraint ai_keys_pkey PRIMARY KEY (agency_id),
  constraint ai_keys_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE
);
alter table ai_keys enable row level security;
alter table ai_keys force row level security;
create policy tenant on ai_keys for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table ai_requests (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint,
  task text not null,
  state text not null default 'running'::text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micros bigint not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint ai_requests_pkey PRIMARY KEY (id),
  constraint ai_requests_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint ai_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint ai_requests_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX ai_requests_agency ON public.ai_requests USING btree (agency_id, started_at);
CREATE INDEX ai_requests_user ON public.ai_requests USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table ai_requests enable row level security;
alter table ai_requests force row level security;
create policy tenant on ai_requests for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table ai_settings (
  agency_id bigint not null,
  address text,
  model text,
  input_price_micros bigint,
  output_price_micros bigint,
  limit_cents integer not null default 1000,
  light text not null default 'unknown'::text,
  light_words text not null default ''::text,
  checked_at timestamp with time zone,
  constraint ai_settings_pkey PRIMARY KEY (agency_id),
  constraint ai_settings_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint ai_settings_input_price_micros_check CHECK ((input_price_micros >= 0)),
  constraint ai_settings_light_check CHECK ((light = ANY (ARRAY['unknown'::text, 'right'::text, 'wrong'::text]))),
  constraint ai_settings_limit_cents_check CHECK ((limit_cents >= 0)),
  constraint ai_settings_output_price_micros_check CHECK ((output_price_micros >= 0))
);
alter table ai_settings enable row level security;
alter table ai_settings force row level security;
create policy tenant on ai_settings for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table approval_events (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  occurrence_id bigint not null,
  at timestamp with time zone not null,
  user_id bigint,
  kind text not null,
  words text not null default ''::text,
  untold boolean not null default false,
  told_at timestamp with time zone,
  by_agency_password boolean not null default false,
  constraint approval_events_pkey PRIMARY KEY (id),
  constraint approval_events_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint approval_events_occurrence_id_fkey FOREIGN KEY (occurrence_id) REFERENCES occurrences(id) ON DELETE CASCADE,
  constraint approval_events_kind_check CHECK ((kind = ANY (ARRAY['asked'::text, 'changed'::text, 'approved'::text, 'sent-back'::text, 'withdrawn'::text, 'comment'::text])))
);
CREATE INDEX approval_events_occurrence ON public.approval_events USING btree (occurrence_id, id);
CREATE INDEX approval_events_told ON public.approval_events USING btree (agency_id, told_at) WHERE (told_at IS NOT NULL);
CREATE INDEX approval_events_untold ON public.approval_events USING btree (agency_id) WHERE untold;
alter table approval_events enable row level security;
alter table approval_events force row level security;
create policy tenant on approval_events for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER approval_events_notify AFTER INSERT ON public.approval_events REFERENCING NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION notify_of_approval_events();

create table approval_mails (
  client_id bigint not null,
  agency_id bigint not null,
  sent_at timestamp with time zone not null,
  constraint approval_mails_pkey PRIMARY KEY (client_id),
  constraint approval_mails_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint approval_mails_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table approval_mails enable row level security;
alter table approval_mails force row level security;
create policy tenant on approval_mails for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table approvals (
  occurrence_id bigint not null,
  agency_id bigint not null,
  client_id bigint not null,
  state text not null default 'waiting'::text,
  fingerprint text not null,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  told_how text not null default ''::text,
  told_at timestamp with time zone,
  owner_told_at timestamp with time zone,
  by_agency_password boolean not null default false,
  decision integer not null default 0,
  constraint approvals_pkey PRIMARY KEY (occurrence_id),
  constraint approvals_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint approvals_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint approvals_occurrence_id_fkey FOREIGN KEY (occurrence_id) REFERENCES occurrences(id) ON DELETE CASCADE,
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'sent-back'::text])))
);
CREATE INDEX approvals_open ON public.approvals USING btree (agency_id, client_id) WHERE (state <> 'approved'::text);
alter table approvals enable row level security;
alter table approvals force row level security;
create policy tenant on approvals for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER approvals_notify AFTER UPDATE ON public.approvals REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION notify_of_approvals();
CREATE TRIGGER approvals_notify_new AFTER INSERT ON public.approvals REFERENCING NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION notify_of_asked();

create table attempts (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  worker text not null,
  fingerprint text not null,
  remote_ids jsonb not null default '{}'::jsonb,
  fenced_at timestamp with time zone not null,
  post_id text,
  outcome text,
  detail jsonb not null default '{}'::jsonb,
  finished_at timestamp with time zone,
  constraint attempts_pkey PRIMARY KEY (id),
  constraint attempts_delivery_id_number_key UNIQUE (delivery_id, number),
  constraint attempts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint attempts_outcome_check CHECK ((outcome = ANY (ARRAY['published'::text, 'processing'::text, 'rejected'::text, 'unauthorized'::text, 'rateLimited'::text, 'unreachable'::text, 'unknown'::text])))
);
alter table attempts enable row level security;
alter table attempts force row level security;
create policy tenant on attempts for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table attempts_archive (
  id bigint not null,
  agency_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  worker text not null,
  fingerprint text not null,
  remote_ids jsonb not null,
  fenced_at timestamp with time zone not null,
  post_id text,
  outcome text,
  detail jsonb not null,
  finished_at timestamp with time zone,
  constraint attempts_archive_pkey PRIMARY KEY (id),
  constraint attempts_archive_delivery_id_number_key UNIQUE (delivery_id, number),
  constraint attempts_archive_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint attempts_archive_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
alter table attempts_archive enable row level security;
alter table attempts_archive force row level security;
create policy tenant on attempts_archive for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table audit_entries (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint,
  on_behalf_of text,
  action text not null,
  subject_kind text not null default ''::text,
  subject_id bigint,
  details jsonb not null default '{}'::jsonb,
  address text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE
);
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (agency_id, action, id);
CREATE INDEX audit_entries_agency ON public.audit_entries USING btree (agency_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_behalf ON public.audit_entries USING btree (agency_id, id) WHERE ((on_behalf_of IS NOT NULL) OR (address = 'operator'::text));
CREATE INDEX audit_entries_page ON public.audit_entries USING btree (agency_id, id);
CREATE INDEX audit_entries_person ON public.audit_entries USING btree (agency_id, user_id, id) WHERE ((on_behalf_of IS NULL) AND (address <> 'operator'::text));
CREATE INDEX audit_entries_resellers ON public.audit_entries USING btree (agency_id) WHERE (action = 'reseller-added'::text);
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy tenant on audit_entries for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table backups (
  id bigint not null generated always as identity,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  repository text not null,
  set_name text not null,
  taken_at timestamp with time zone,
  bytes bigint not null,
  failure text,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_check CHECK (((failure IS NOT NULL) OR (taken_at IS NOT NULL)))
);
CREATE INDEX backups_finished ON public.backups USING btree (finished_at);

create table batch_items (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  batch_id bigint not null,
  position integer not null,
  title text not null,
  texts jsonb not null default '{}'::jsonb,
  client_id bigint,
  stream_id bigint,
  state text not null default 'waiting'::text,
  choice text not null default 'none'::text,
  message text not null default ''::text,
  file_id bigint,
  constraint batch_items_pkey PRIMARY KEY (id),
  constraint batch_items_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE,
  constraint batch_items_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint batch_items_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL,
  constraint batch_items_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE SET NULL,
  constraint batch_items_choice_check CHECK ((choice = ANY (ARRAY['none'::text, 'repair'::text, 'keep'::text]))),
  constraint batch_items_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'unfit'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX batch_items_agency ON public.batch_items USING btree (agency_id);
CREATE INDEX batch_items_client ON public.batch_items USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX batch_items_file ON public.batch_items USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX batch_items_place ON public.batch_items USING btree (batch_id, "position");
CREATE INDEX batch_items_stream ON public.batch_items USING btree (stream_id) WHERE (stream_id IS NOT NULL);
alter table batch_items enable row level security;
alter table batch_items force row level security;
create policy tenant on batch_items for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table batches (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  design_id bigint,
  kind text not null,
  name text not null,
  document jsonb not null,
  state text not null default 'running'::text,
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint batches_pkey PRIMARY KEY (id),
  constraint batches_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint batches_design_id_fkey FOREIGN KEY (design_id) REFERENCES designs(id) ON DELETE SET NULL,
  constraint batches_kind_check CHECK ((kind = ANY (ARRAY['texts'::text, 'clients'::text]))),
  constraint batches_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text])))
);
CREATE INDEX batches_agency ON public.batches USING btree (agency_id, id);
CREATE INDEX batches_created_by ON public.batches USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX batches_design ON public.batches USING btree (design_id) WHERE (design_id IS NOT NULL);
alter table batches enable row level security;
alter table batches force row level security;
create policy tenant on batches for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table calendar_feeds (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint,
  token_hash bytea not null,
  made_by bigint,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint calendar_feeds_pkey PRIMARY KEY (id),
  constraint calendar_feeds_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint calendar_feeds_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint calendar_feeds_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX calendar_feeds_agency ON public.calendar_feeds USING btree (agency_id, id);
CREATE INDEX calendar_feeds_client ON public.calendar_feeds USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX calendar_feeds_made_by ON public.calendar_feeds USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE UNIQUE INDEX calendar_feeds_token ON public.calendar_feeds USING btree (token_hash);
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy tenant on calendar_feeds for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table client_months (
  client_id bigint not null,
  month text not null,
  agency_id bigint not null,
  paid_cents bigint,
  minutes integer not null default 0,
  costs_cents bigint not null default 0,
  updated_at timestamp with time zone not null,
  constraint client_months_pkey PRIMARY KEY (client_id, month),
  constraint client_months_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint client_months_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint client_months_costs_cents_check CHECK (((costs_cents >= 0) AND (costs_cents <= '99999999999'::bigint))),
  constraint client_months_minutes_check CHECK (((minutes >= 0) AND (minutes <= 600000))),
  constraint client_months_month_check CHECK ((month ~ '^20\d\d-(0[1-9]|1[0-2])$'::text)),
  constraint client_months_paid_cents_check CHECK (((paid_cents >= 0) AND (paid_cents <= '99999999999'::bigint)))
);
CREATE INDEX client_months_agency ON public.client_months USING btree (agency_id, month);
alter table client_months enable row level security;
alter table client_months force row level security;
create policy tenant on client_months for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table connect_links (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint not null,
  token_hash bytea,
  made_by bigint,
  mailed_to text,
  uses integer not null default 0,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_why text,
  unsent_token text not null default ''::text,
  constraint connect_links_pkey PRIMARY KEY (id),
  constraint connect_links_token_hash_key UNIQUE (token_hash),
  constraint connect_links_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint connect_links_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connect_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint connect_links_check CHECK (((ended_at IS NULL) = (ended_why IS NULL))),
  constraint connect_links_ended_why_check CHECK ((ended_why = ANY (ARRAY['revoked'::text, 'paused'::text, 'deleted'::text])))
);
CREATE INDEX connect_links_agency ON public.connect_links USING btree (agency_id);
CREATE INDEX connect_links_client ON public.connect_links USING btree (client_id, id);
alter table connect_links enable row level security;
alter table connect_links force row level security;
create policy tenant on connect_links for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table connect_tickets (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint not null,
  holder_id bigint not null,
  network text not null,
  key text not null,
  token_hash bytea not null,
  secrets text not null,
  found text not null default ''::text,
  state text not null default 'new'::text,
  message text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint connect_tickets_pkey PRIMARY KEY (id),
  constraint connect_tickets_token_hash_key UNIQUE (token_hash),
  constraint connect_tickets_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint connect_tickets_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connect_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connect_tickets_state_check CHECK ((state = ANY (ARRAY['new'::text, 'opened'::text, 'returned'::text, 'choosing'::text, 'connected'::text, 'failed'::text])))
);
CREATE INDEX connect_tickets_age ON public.connect_tickets USING btree (expires_at);
CREATE INDEX connect_tickets_holder ON public.connect_tickets USING btree (holder_id);
CREATE INDEX connect_tickets_key ON public.connect_tickets USING btree (user_id, key);
alter table connect_tickets enable row level security;
alter table connect_tickets force row level security;
create policy tenant on connect_tickets for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table data_exports (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint,
  state text not null default 'waiting'::text,
  run text,
  step text not null default ''::text,
  percent integer not null default 0,
  message text not null default ''::text,
  object_name text,
  size_bytes bigint,
  file_count integer not null default 0,
  missing_count integer not null default 0,
  ticket_hash bytea,
  ticket_session_id bigint,
  ticket_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_object_name_key UNIQUE (object_name),
  constraint data_exports_ticket_hash_key UNIQUE (ticket_hash),
  constraint data_exports_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint data_exports_ticket_session_id_fkey FOREIGN KEY (ticket_session_id) REFERENCES sessions(id) ON DELETE SET NULL,
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint data_exports_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint data_exports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX data_exports_agency ON public.data_exports USING btree (agency_id, id DESC);
CREATE UNIQUE INDEX data_exports_one_at_a_time ON public.data_exports USING btree (agency_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX data_exports_session ON public.data_exports USING btree (ticket_session_id) WHERE (ticket_session_id IS NOT NULL);
CREATE INDEX data_exports_user ON public.data_exports USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table data_exports enable row level security;
alter table data_exports force row level security;
create policy tenant on data_exports for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table deliveries (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  occurrence_id bigint not null,
  schedule_id bigint not null,
  account_id bigint not null,
  due_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  state text not null default 'scheduled'::text,
  worker text,
  lease_until timestamp with time zone,
  tries integer not null default 0,
  first_tried_at timestamp with time zone,
  settle_reads integer not null default 0,
  resent boolean not null default false,
  cancel_asked boolean not null default false,
  marker text not null default ('ar-'::text || substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 1, 16)),
  remote_ids jsonb not null default '{}'::jsonb,
  ticket jsonb,
  post_id text,
  post_url text,
  message text not null default ''::text,
  published_at timestamp with time zone,
  finished_at timestamp with time zone,
  skipped_at timestamp with time zone,
  note text not null default ''::text,
  network text not null default ''::text,
  unapproved boolean not null default false,
  claim integer not null default 0,
  paused boolean not null default false,
  stopped_from jsonb,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_occurrence_id_account_id_key UNIQUE (occurrence_id, account_id),
  constraint deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES social_accounts(id) ON DELETE CASCADE,
  constraint deliveries_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint deliveries_occurrence_id_fkey FOREIGN KEY (occurrence_id) REFERENCES occurrences(id) ON DELETE CASCADE,
  constraint deliveries_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE,
  constraint deliveries_paused_is_unclaimed CHECK ((NOT (paused AND (state = 'claimed'::text)))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'claimed'::text, 'sending'::text, 'processing'::text, 'waiting'::text, 'uncertain'::text, 'published'::text, 'failed'::text, 'missed'::text, 'cancelled'::text]))),
  constraint deliveries_unapproved_is_held CHECK (((NOT unapproved) OR ((state <> ALL (ARRAY['claimed'::text, 'waiting'::text])) AND ((state <> 'scheduled'::text) OR (next_at = 'infinity'::timestamp with time zone)))))
);
CREATE INDEX deliveries_account_due ON public.deliveries USING btree (account_id, paused, due_at, id) WHERE (state = 'scheduled'::text);
CREATE INDEX deliveries_attention ON public.deliveries USING btree (agency_id, state, due_at) WHERE ((state = ANY (ARRAY['uncertain'::text, 'missed'::text, 'failed'::text, 'waiting'::text])) AND (skipped_at IS NULL));
CREATE INDEX deliveries_due ON public.deliveries USING btree (next_at, due_at, id) WHERE (state = 'scheduled'::text);
CREATE INDEX deliveries_due_network ON public.deliveries USING btree (network, next_at, due_at, id) INCLUDE (account_id, agency_id, claim) WHERE ((state = 'scheduled'::text) AND (NOT paused));
CREATE INDEX deliveries_handed ON public.deliveries USING btree (schedule_id, occurrence_id) WHERE ((state = 'waiting'::text) AND (next_at = 'infinity'::timestamp with time zone));
CREATE INDEX deliveries_held ON public.deliveries USING btree (account_id, due_at, id) INCLUDE (schedule_id) WHERE ((state = 'scheduled'::text) AND (next_at = 'infinity'::timestamp with time zone) AND (NOT unapproved));
CREATE UNIQUE INDEX deliveries_one_running ON public.deliveries USING btree (account_id) WHERE (state = ANY (ARRAY['claimed'::text, 'sending'::text]));
CREATE INDEX deliveries_published ON public.deliveries USING btree (published_at) WHERE (state = 'published'::text);
CREATE INDEX deliveries_reads ON public.deliveries USING btree (next_at) WHERE (state = ANY (ARRAY['processing'::text, 'uncertain'::text]));
CREATE INDEX deliveries_schedule ON public.deliveries USING btree (schedule_id, occurrence_id);
CREATE INDEX deliveries_unapproved ON public.deliveries USING btree (schedule_id, occurrence_id) WHERE (unapproved AND (state = 'scheduled'::text));
CREATE INDEX deliveries_waiting ON public.deliveries USING btree (account_id) WHERE (state = 'waiting'::text);
CREATE INDEX deliveries_wrong ON public.deliveries USING btree (schedule_id) WHERE ((state = ANY (ARRAY['failed'::text, 'missed'::text, 'uncertain'::text])) AND (skipped_at IS NULL));
alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy tenant on deliveries for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER deliveries_history AFTER UPDATE ON public.deliveries FOR EACH ROW WHEN ((((old.state <> new.state) AND (new.state <> ALL (ARRAY['claimed'::text, 'sending'::text])) AND (NOT ((old.state = 'sending'::text) AND (new.state = 'published'::text)))) OR (old.due_at <> new.due_at) OR (old.unapproved <> new.unapproved) OR (old.settle_reads < new.settle_reads) OR (new.cancel_asked AND (NOT old.cancel_asked)) OR ((old.state = 'scheduled'::text) AND (new.state = 'scheduled'::text) AND ((old.next_at = 'infinity'::timestamp with time zone) <> (new.next_at = 'infinity'::timestamp with time zone))))) EXECUTE FUNCTION write_delivery_event();
CREATE TRIGGER deliveries_inserted AFTER INSERT ON public.deliveries FOR EACH STATEMENT EXECUTE FUNCTION notify_due();
CREATE TRIGGER deliveries_need AFTER UPDATE ON public.deliveries FOR EACH ROW WHEN (((new.state = ANY (ARRAY['failed'::text, 'missed'::text, 'uncertain'::text, 'waiting'::text])) AND ((old.state <> new.state) OR (old.next_at <> new.next_at)))) EXECUTE FUNCTION note_need();
CREATE TRIGGER deliveries_network BEFORE INSERT ON public.deliveries FOR EACH ROW EXECUTE FUNCTION copy_network();
CREATE TRIGGER deliveries_notify AFTER UPDATE ON public.deliveries REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION notify_of_deliveries();

create table delivery_events (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  delivery_id bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  user_id bigint,
  from_state text not null,
  to_state text not null,
  message text not null,
  note text not null,
  due_before timestamp with time zone not null,
  due_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  tries integer not null,
  settle_reads integer not null,
  cancel_asked boolean not null,
  unapproved boolean not null default false,
  constraint delivery_events_pkey PRIMARY KEY (id),
  constraint delivery_events_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint delivery_events_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
CREATE INDEX delivery_events_delivery ON public.delivery_events USING btree (delivery_id, id);
alter table delivery_events enable row level security;
alter table delivery_events force row level security;
create policy tenant on delivery_events for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table designs (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint,
  name text not null,
  document jsonb not null,
  revision integer not null default 1,
  thumbnail_file_id bigint,
  picture_file_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  copies jsonb not null default '{}'::jsonb,
  constraint designs_pkey PRIMARY KEY (id),
  constraint designs_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint designs_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint designs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint designs_picture_file_id_fkey FOREIGN KEY (picture_file_id) REFERENCES files(id),
  constraint designs_thumbnail_file_id_fkey FOREIGN KEY (thumbnail_file_id) REFERENCES files(id)
);
CREATE INDEX designs_agency ON public.designs USING btree (agency_id, created_at, id);
CREATE INDEX designs_by_name ON public.designs USING btree (agency_id, name COLLATE "und-x-icu", id);
CREATE INDEX designs_client ON public.designs USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX designs_created_by ON public.designs USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX designs_picture ON public.designs USING btree (picture_file_id) WHERE (picture_file_id IS NOT NULL);
CREATE INDEX designs_thumbnail ON public.designs USING btree (thumbnail_file_id) WHERE (thumbnail_file_id IS NOT NULL);
alter table designs enable row level security;
alter table designs force row level security;
create policy tenant on designs for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table drafts (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint not null,
  title text not null,
  words text not null,
  url text not null default ''::text,
  account_ids bigint[] not null,
  local_at text,
  timezone text not null,
  due_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone not null,
  item_id bigint,
  discarded_at timestamp with time zone,
  saved_at timestamp with time zone,
  constraint drafts_pkey PRIMARY KEY (id),
  constraint drafts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint drafts_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint drafts_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  constraint drafts_time_check CHECK (((due_at IS NULL) = (local_at IS NULL)))
);
CREATE INDEX drafts_agency ON public.drafts USING btree (agency_id, due_at, id);
CREATE INDEX drafts_client ON public.drafts USING btree (client_id, due_at, id);
CREATE INDEX drafts_created_by ON public.drafts USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE UNIQUE INDEX drafts_item ON public.drafts USING btree (item_id);
alter table drafts enable row level security;
alter table drafts force row level security;
create policy tenant on drafts for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER drafts_complete BEFORE INSERT OR UPDATE OF title, words ON public.drafts FOR EACH ROW EXECUTE FUNCTION complete_draft();

create table drawings (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  design_id bigint not null,
  revision integer not null,
  width integer not null,
  height integer not null,
  state text not null default 'waiting'::text,
  file_id bigint,
  message text not null default ''::text,
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint drawings_pkey PRIMARY KEY (id),
  constraint drawings_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint drawings_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint drawings_design_id_fkey FOREIGN KEY (design_id) REFERENCES designs(id) ON DELETE CASCADE,
  constraint drawings_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL,
  constraint drawings_height_check CHECK (((height >= 16) AND (height <= 4096))),
  constraint drawings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))),
  constraint drawings_width_check CHECK (((width >= 16) AND (width <= 4096)))
);
CREATE INDEX drawings_agency ON public.drawings USING btree (agency_id, id);
CREATE INDEX drawings_created_by ON public.drawings USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX drawings_file ON public.drawings USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX drawings_once ON public.drawings USING btree (design_id, revision, width, height);
alter table drawings enable row level security;
alter table drawings force row level security;
create policy tenant on drawings for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table dropped_files (
  name text not null,
  agency_id bigint not null,
  constraint dropped_files_pkey PRIMARY KEY (name),
  constraint dropped_files_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE
);
CREATE INDEX dropped_files_agency ON public.dropped_files USING btree (agency_id);
alter table dropped_files enable row level security;
alter table dropped_files force row level security;
create policy tenant on dropped_files for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table engagement_progress (
  is_only boolean not null default true,
  taken_until timestamp with time zone not null,
  thinned_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint engagement_progress_pkey PRIMARY KEY (is_only),
  constraint engagement_progress_is_only_check CHECK (is_only)
);

create table engagement_readings (
  delivery_id bigint not null,
  agency_id bigint not null,
  at timestamp with time zone not null,
  likes bigint,
  comments bigint,
  shares bigint,
  views bigint,
  retweets bigint,
  constraint engagement_readings_pkey PRIMARY KEY (delivery_id, at),
  constraint engagement_readings_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint engagement_readings_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
alter table engagement_readings enable row level security;
alter table engagement_readings force row level security;
create policy tenant on engagement_readings for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table engagements (
  delivery_id bigint not null,
  agency_id bigint not null,
  account_id bigint not null,
  published_at timestamp with time zone not null,
  next_read_at timestamp with time zone,
  read_at timestamp with time zone,
  likes bigint,
  comments bigint,
  shares bigint,
  views bigint,
  retweets bigint,
  gone_at timestamp with time zone,
  problem text not null default ''::text,
  constraint engagements_pkey PRIMARY KEY (delivery_id),
  constraint engagements_account_id_fkey FOREIGN KEY (account_id) REFERENCES social_accounts(id) ON DELETE CASCADE,
  constraint engagements_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint engagements_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
CREATE INDEX engagements_account ON public.engagements USING btree (account_id, published_at);
CREATE INDEX engagements_due ON public.engagements USING btree (next_read_at) WHERE (next_read_at IS NOT NULL);
alter table engagements enable row level security;
alter table engagements force row level security;
create policy tenant on engagements for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table file_licences (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  file_id bigint not null,
  source text not null,
  source_item text not null default ''::text,
  title text not null default ''::text,
  page_url text not null default ''::text,
  author text not null default ''::text,
  licence text not null,
  licence_url text not null default ''::text,
  taken_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  attribution text not null default ''::text,
  constraint file_licences_pkey PRIMARY KEY (id),
  constraint file_licences_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint file_licences_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
);
CREATE INDEX file_licences_agency ON public.file_licences USING btree (agency_id, id);
CREATE UNIQUE INDEX file_licences_once ON public.file_licences USING btree (file_id, source, source_item, title);
CREATE INDEX file_licences_work ON public.file_licences USING btree (source, source_item);
alter table file_licences enable row level security;
alter table file_licences force row level security;
create policy tenant on file_licences for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table file_parts (
  file_id bigint not null,
  part_id bigint not null,
  agency_id bigint not null,
  constraint file_parts_pkey PRIMARY KEY (file_id, part_id),
  constraint file_parts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint file_parts_part_id_fkey FOREIGN KEY (part_id) REFERENCES files(id) ON DELETE CASCADE
);
CREATE INDEX file_parts_agency ON public.file_parts USING btree (agency_id);
CREATE INDEX file_parts_part ON public.file_parts USING btree (part_id);
alter table file_parts enable row level security;
alter table file_parts force row level security;
create policy tenant on file_parts for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table file_uses (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  file_id bigint not null,
  video_id bigint,
  design_id bigint,
  item_id bigint,
  constraint file_uses_pkey PRIMARY KEY (id),
  constraint file_uses_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint file_uses_design_id_fkey FOREIGN KEY (design_id) REFERENCES designs(id) ON DELETE CASCADE,
  constraint file_uses_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint file_uses_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  constraint file_uses_video_id_fkey FOREIGN KEY (video_id) REFERENCES videos(id) ON DELETE CASCADE,
  constraint file_uses_user_check CHECK ((num_nonnulls(video_id, design_id, item_id) = 1))
);
CREATE INDEX file_uses_agency ON public.file_uses USING btree (agency_id);
CREATE UNIQUE INDEX file_uses_design ON public.file_uses USING btree (design_id, file_id) WHERE (design_id IS NOT NULL);
CREATE INDEX file_uses_file ON public.file_uses USING btree (file_id);
CREATE UNIQUE INDEX file_uses_item ON public.file_uses USING btree (item_id, file_id) WHERE (item_id IS NOT NULL);
CREATE UNIQUE INDEX file_uses_video ON public.file_uses USING btree (video_id, file_id) WHERE (video_id IS NOT NULL);
alter table file_uses enable row level security;
alter table file_uses force row level security;
create policy tenant on file_uses for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table files (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  duration_ms integer,
  thumbnail_name text,
  thumbnail_state text not null default 'waiting'::text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  unneeded_since timestamp with time zone,
  kind text not null,
  title text not null default ''::text,
  kept_since timestamp with time zone,
  loudness_lufs real,
  peak_db real,
  peaks bytea,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_name_key UNIQUE (name),
  constraint files_thumbnail_name_key UNIQUE (thumbnail_name),
  constraint files_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint files_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text, 'font'::text]))),
  constraint files_thumbnail_state_check CHECK ((thumbnail_state = ANY (ARRAY['none'::text, 'waiting'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX files_agency ON public.files USING btree (agency_id, created_at);
CREATE INDEX files_by_size ON public.files USING btree (agency_id, size_bytes, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_by_title ON public.files USING btree (agency_id, title COLLATE "und-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX files_bytes ON public.files USING btree (agency_id, sha256) WHERE (deleted_at IS NULL);
CREATE INDEX files_created_by ON public.files USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE UNIQUE INDEX files_kept_once ON public.files USING btree (agency_id, sha256) WHERE (kept_since IS NOT NULL);
CREATE INDEX files_of_kind ON public.files USING btree (agency_id, kind, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_page ON public.files USING btree (agency_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_unneeded ON public.files USING btree (unneeded_since) WHERE (unneeded_since IS NOT NULL);
alter table files enable row level security;
alter table files force row level security;
create policy tenant on files for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table font_faces (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  family text not null,
  source text not null,
  is_bold boolean not null,
  is_italic boolean not null,
  file_id bigint not null,
  created_at timestamp with time zone not null,
  constraint font_faces_pkey PRIMARY KEY (id),
  constraint font_faces_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint font_faces_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
);
CREATE INDEX font_faces_file ON public.font_faces USING btree (file_id);
CREATE UNIQUE INDEX font_faces_of_family ON public.font_faces USING btree (agency_id, lower(family), is_bold, is_italic);
alter table font_faces enable row level security;
alter table font_faces force row level security;
create policy tenant on font_faces for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table hand_overs (
  delivery_id bigint not null,
  agency_id bigint not null,
  due_at timestamp with time zone not null,
  mailed_at timestamp with time zone not null,
  constraint hand_overs_pkey PRIMARY KEY (delivery_id),
  constraint hand_overs_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint hand_overs_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
alter table hand_overs enable row level security;
alter table hand_overs force row level security;
create policy tenant on hand_overs for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table help_articles (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  article text,
  is_hidden boolean not null default false,
  category text not null,
  title text not null,
  content text,
  changed_at timestamp with time zone not null,
  constraint help_articles_pkey PRIMARY KEY (id),
  constraint help_articles_agency_id_article_key UNIQUE (agency_id, article),
  constraint help_articles_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint help_articles_check CHECK (((content IS NOT NULL) OR ((article IS NOT NULL) AND is_hidden)))
);
alter table help_articles enable row level security;
alter table help_articles force row level security;
create policy tenant on help_articles for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table help_desks (
  agency_id bigint not null,
  address text not null,
  changed_at timestamp with time zone not null,
  constraint help_desks_pkey PRIMARY KEY (agency_id),
  constraint help_desks_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE
);
alter table help_desks enable row level security;
alter table help_desks force row level security;
create policy tenant on help_desks for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table help_ratings (
  id bigint not null generated always as identity,
  article text not null,
  is_helpful boolean not null,
  words text not null,
  rated_on date not null,
  constraint help_ratings_pkey PRIMARY KEY (id)
);
CREATE INDEX help_ratings_rated_on ON public.help_ratings USING btree (rated_on);

create table help_searches (
  words text not null,
  times integer not null default 1,
  first_on date not null,
  last_on date not null,
  constraint help_searches_pkey PRIMARY KEY (words)
);
CREATE INDEX help_searches_last_on ON public.help_searches USING btree (last_on);

create table hidden_suggestions (
  user_id bigint not null,
  agency_id bigint not null,
  suggestion text not null,
  hidden_at timestamp with time zone not null,
  constraint hidden_suggestions_pkey PRIMARY KEY (user_id, suggestion),
  constraint hidden_suggestions_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint hidden_suggestions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX hidden_suggestions_agency ON public.hidden_suggestions USING btree (agency_id);
alter table hidden_suggestions enable row level security;
alter table hidden_suggestions force row level security;
create policy tenant on hidden_suggestions for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table ideas (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint not null,
  title text not null,
  words text not null default ''::text,
  url text not null default ''::text,
  created_by bigint,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_stream_id bigint,
  constraint ideas_pkey PRIMARY KEY (id),
  constraint ideas_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint ideas_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint ideas_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint ideas_used_stream_id_fkey FOREIGN KEY (used_stream_id) REFERENCES streams(id) ON DELETE SET NULL
);
CREATE INDEX ideas_client ON public.ideas USING btree (client_id, id DESC);
CREATE INDEX ideas_created_by ON public.ideas USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX ideas_listed ON public.ideas USING btree (agency_id, client_id, id DESC);
CREATE INDEX ideas_used_stream ON public.ideas USING btree (used_stream_id) WHERE (used_stream_id IS NOT NULL);
alter table ideas enable row level security;
alter table ideas force row level security;
create policy tenant on ideas for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table idempotency_keys (
  caller text not null,
  key bytea not null,
  agency_id bigint,
  call text not null,
  print text,
  reply bytea,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (caller, key),
  constraint idempotency_keys_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_agency ON public.idempotency_keys USING btree (agency_id);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys for all using ((COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), (( SELECT visible_agency() AS visible_agency) IS NULL)) AND ((( SELECT visible_agency() AS visible_agency) IS NULL) OR (caller = ('user '::text || current_setting('app.user_id'::text, true))))));

create table installation (
  only_row boolean not null default true,
  identity text not null default ''::text,
  compared_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  noted_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  held_at timestamp with time zone,
  backup_at timestamp with time zone,
  identity_since timestamp with time zone not null default '-infinity'::timestamp with time zone,
  ledger_checked jsonb not null default '{}'::jsonb,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_check CHECK (((held_at IS NULL) = (backup_at IS NULL))),
  constraint installation_only_row_check CHECK (only_row)
);

create table items (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  stream_id bigint not null,
  sequence integer not null,
  title text not null default ''::text,
  description text not null default ''::text,
  description_format text not null default 'text'::text,
  file_id bigint,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  kept_of bigint,
  own_words jsonb not null default '{}'::jsonb,
  alt_text text not null default ''::text,
  type text,
  title_from_file boolean not null default false,
  options jsonb not null default '{}'::jsonb,
  parts jsonb not null default '[]'::jsonb,
  crop jsonb,
  files_hash text not null default ''::text,
  words_hash bytea,
  constraint items_pkey PRIMARY KEY (id),
  constraint items_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint items_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint items_kept_of_fkey FOREIGN KEY (kept_of) REFERENCES items(id) ON DELETE CASCADE,
  constraint items_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE CASCADE,
  constraint items_crop_check CHECK ((jsonb_typeof(crop) = 'object'::text)),
  constraint items_description_format_check CHECK ((description_format = ANY (ARRAY['text'::text, 'formatted'::text]))),
  constraint items_kept_check CHECK (((kept_of IS NULL) OR (deleted_at IS NOT NULL))),
  constraint items_options_check CHECK ((jsonb_typeof(options) = 'object'::text)),
  constraint items_own_words_check CHECK ((jsonb_typeof(own_words) = 'object'::text)),
  constraint items_parts_check CHECK ((jsonb_typeof(parts) = 'array'::text)),
  constraint items_sequence_check CHECK ((sequence >= 1)),
  constraint items_type_check CHECK ((type = ANY (ARRAY['image'::text, 'video'::text, 'text'::text, 'formatted'::text])))
);
CREATE INDEX items_file ON public.items USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX items_kept ON public.items USING btree (kept_of) WHERE (kept_of IS NOT NULL);
CREATE INDEX items_stream ON public.items USING btree (stream_id, sequence, id) WHERE (deleted_at IS NULL);
CREATE INDEX items_words ON public.items USING btree (agency_id, words_hash) WHERE (words_hash IS NOT NULL);
alter table items enable row level security;
alter table items force row level security;
create policy tenant on items for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER items_complete BEFORE INSERT OR UPDATE OF description ON public.items FOR EACH ROW EXECUTE FUNCTION complete_item();

create table keyword_finds (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  keyword_id bigint not null,
  source text not null,
  reference text not null,
  title text not null,
  url text not null,
  found_from text not null default ''::text,
  found_at timestamp with time zone not null,
  constraint keyword_finds_pkey PRIMARY KEY (id),
  constraint keyword_finds_keyword_id_source_reference_key UNIQUE (keyword_id, source, reference),
  constraint keyword_finds_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint keyword_finds_keyword_id_fkey FOREIGN KEY (keyword_id) REFERENCES watched_keywords(id) ON DELETE CASCADE
);
CREATE INDEX keyword_finds_agency ON public.keyword_finds USING btree (agency_id, id);
CREATE INDEX keyword_finds_latest ON public.keyword_finds USING btree (keyword_id, id DESC);
alter table keyword_finds enable row level security;
alter table keyword_finds force row level security;
create policy tenant on keyword_finds for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table keyword_mails (
  user_id bigint not null,
  agency_id bigint not null,
  wished_at timestamp with time zone not null,
  mailed_on text not null default ''::text,
  mailed_find bigint not null default 0,
  constraint keyword_mails_pkey PRIMARY KEY (user_id),
  constraint keyword_mails_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint keyword_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX keyword_mails_agency ON public.keyword_mails USING btree (agency_id);
alter table keyword_mails enable row level security;
alter table keyword_mails force row level security;
create policy tenant on keyword_mails for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table kits (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint not null,
  logo_file_id bigint,
  colours jsonb not null,
  fonts jsonb not null,
  updated_at timestamp with time zone not null,
  constraint kits_pkey PRIMARY KEY (id),
  constraint kits_client_id_key UNIQUE (client_id),
  constraint kits_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint kits_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint kits_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id) ON DELETE SET NULL
);
CREATE INDEX kits_agency ON public.kits USING btree (agency_id);
CREATE INDEX kits_logo_file ON public.kits USING btree (logo_file_id) WHERE (logo_file_id IS NOT NULL);
alter table kits enable row level security;
alter table kits force row level security;
create policy tenant on kits for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table known_places (
  user_id bigint not null,
  agency_id bigint not null,
  place_hash bytea not null,
  seen_at timestamp with time zone not null,
  constraint known_places_pkey PRIMARY KEY (user_id, place_hash),
  constraint known_places_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint known_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table known_places enable row level security;
alter table known_places force row level security;
create policy tenant on known_places for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table login_links (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  new_email text,
  constraint login_links_pkey PRIMARY KEY (id),
  constraint login_links_token_hash_key UNIQUE (token_hash),
  constraint login_links_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint login_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint login_links_new_email_check CHECK (((purpose = 'change-email'::text) = (new_email IS NOT NULL))),
  constraint login_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset-password'::text, 'set-password'::text, 'master-login'::text, 'change-email'::text, 'second-factor'::text])))
);
CREATE INDEX login_links_user ON public.login_links USING btree (user_id);
alter table login_links enable row level security;
alter table login_links force row level security;
create policy tenant on login_links for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table media_fits (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  file_id bigint not null,
  network text not null,
  rules text not null,
  state text not null,
  message text not null default ''::text,
  fitted_name text,
  content_type text,
  size_bytes bigint,
  width integer,
  height integer,
  duration_ms integer,
  created_at timestamp with time zone not null default now(),
  constraint media_fits_pkey PRIMARY KEY (id),
  constraint media_fits_file_id_network_rules_key UNIQUE (file_id, network, rules),
  constraint media_fits_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint media_fits_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint media_fits_state_check CHECK ((state = ANY (ARRAY['fits'::text, 'fitted'::text, 'unfit'::text])))
);
alter table media_fits enable row level security;
alter table media_fits force row level security;
create policy tenant on media_fits for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table memberships (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  stripe_account_id bigint not null,
  name text not null,
  price_cents integer not null,
  period text not null,
  plans text not null,
  product_id text not null,
  price_id text not null,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint memberships_pkey PRIMARY KEY (id),
  constraint memberships_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint memberships_stripe_account_id_fkey FOREIGN KEY (stripe_account_id) REFERENCES stripe_accounts(id) ON DELETE CASCADE,
  constraint memberships_period_check CHECK ((period = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint memberships_price_cents_check CHECK ((price_cents > 0))
);
CREATE INDEX memberships_agency ON public.memberships USING btree (agency_id);
CREATE INDEX memberships_stripe_account ON public.memberships USING btree (stripe_account_id);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy tenant on memberships for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table network_costs (
  account_id bigint not null,
  month text not null,
  agency_id bigint not null,
  micros bigint not null,
  constraint network_costs_pkey PRIMARY KEY (account_id, month),
  constraint network_costs_account_id_fkey FOREIGN KEY (account_id) REFERENCES social_accounts(id) ON DELETE CASCADE,
  constraint network_costs_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint network_costs_month_check CHECK ((month ~ '^\d{4}-\d{2}$'::text))
);
CREATE INDEX network_costs_agency ON public.network_costs USING btree (agency_id);
alter table network_costs enable row level security;
alter table network_costs force row level security;
create policy tenant on network_costs for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table network_waits (
  network text not null,
  until timestamp with time zone not null,
  waits_from timestamp with time zone,
  waits_until timestamp with time zone,
  constraint network_waits_pkey PRIMARY KEY (network),
  constraint network_waits_waits_check CHECK (((waits_from IS NULL) = (waits_until IS NULL)))
);

create table notifications (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint not null,
  client_id bigint,
  kind text not null,
  subject text not null default ''::text,
  various boolean not null default false,
  count integer not null default 1,
  first_at timestamp with time zone not null,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint notifications_count_check CHECK ((count > 0))
);
CREATE INDEX notifications_agency ON public.notifications USING btree (agency_id);
CREATE INDEX notifications_fold ON public.notifications USING btree (user_id, kind, first_at);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
alter table notifications enable row level security;
alter table notifications force row level security;
create policy tenant on notifications for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table occurrences (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  schedule_id bigint not null,
  item_id bigint not null,
  round integer not null,
  position integer not null,
  step integer not null,
  local_at text not null,
  due_at timestamp with time zone not null,
  state text not null default 'scheduled'::text,
  moved boolean not null default false,
  constraint occurrences_pkey PRIMARY KEY (id),
  constraint occurrences_schedule_id_round_position_agency_id_state_loca_key UNIQUE (schedule_id, round, "position") INCLUDE (agency_id, state, local_at, due_at),
  constraint occurrences_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint occurrences_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  constraint occurrences_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE,
  constraint occurrences_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'posted'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX occurrences_calendar ON public.occurrences USING btree (agency_id, due_at, id) INCLUDE (schedule_id, item_id, state, local_at);
CREATE INDEX occurrences_coming ON public.occurrences USING btree (agency_id, due_at, id) INCLUDE (schedule_id, round) WHERE (state = 'scheduled'::text);
CREATE INDEX occurrences_failed ON public.occurrences USING btree (schedule_id, round) WHERE (state = 'failed'::text);
CREATE INDEX occurrences_item ON public.occurrences USING btree (item_id);
CREATE INDEX occurrences_next ON public.occurrences USING btree (schedule_id, round, due_at) WHERE (state = 'scheduled'::text);
alter table occurrences enable row level security;
alter table occurrences force row level security;
create policy tenant on occurrences for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table pronunciations (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint,
  written text not null,
  spoken text not null,
  constraint pronunciations_pkey PRIMARY KEY (id),
  constraint pronunciations_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint pronunciations_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint pronunciations_spoken_check CHECK (((length(spoken) >= 1) AND (length(spoken) <= 200))),
  constraint pronunciations_written_check CHECK (((length(written) >= 1) AND (length(written) <= 100)))
);
CREATE INDEX pronunciations_client ON public.pronunciations USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE UNIQUE INDEX pronunciations_one ON public.pronunciations USING btree (agency_id, COALESCE(client_id, (0)::bigint), written);
alter table pronunciations enable row level security;
alter table pronunciations force row level security;
create policy tenant on pronunciations for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table prospect_lists (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  name text not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint prospect_lists_pkey PRIMARY KEY (id),
  constraint prospect_lists_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint prospect_lists_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX prospect_lists_created_by ON public.prospect_lists USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE UNIQUE INDEX prospect_lists_name ON public.prospect_lists USING btree (agency_id, lower(name));
alter table prospect_lists enable row level security;
alter table prospect_lists force row level security;
create policy tenant on prospect_lists for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table prospects (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  list_id bigint not null,
  place text not null,
  name text not null,
  address text not null default ''::text,
  site text,
  phone text,
  email text,
  hours text,
  latitude double precision not null,
  longitude double precision not null,
  page_url text not null default ''::text,
  state text not null default 'new'::text,
  notes text not null default ''::text,
  added_at timestamp with time zone not null,
  constraint prospects_pkey PRIMARY KEY (id),
  constraint prospects_list_id_place_key UNIQUE (list_id, place),
  constraint prospects_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint prospects_list_id_fkey FOREIGN KEY (list_id) REFERENCES prospect_lists(id) ON DELETE CASCADE,
  constraint prospects_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint prospects_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint prospects_state_check CHECK ((state = ANY (ARRAY['new'::text, 'contacted'::text, 'interested'::text, 'declined'::text, 'client'::text])))
);
CREATE INDEX prospects_agency ON public.prospects USING btree (agency_id);
alter table prospects enable row level security;
alter table prospects force row level security;
create policy tenant on prospects for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create unlogged table rate_limits (
  key text not null,
  window_start timestamp with time zone not null,
  count integer not null,
  constraint rate_limits_pkey PRIMARY KEY (key, window_start)
);

create table rebrandings (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  name text not null,
  logo_file_id bigint,
  created_at timestamp with time zone not null,
  constraint rebrandings_pkey PRIMARY KEY (id),
  constraint rebrandings_agency_id_key UNIQUE (agency_id),
  constraint rebrandings_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint rebrandings_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id) ON DELETE SET NULL
);
CREATE INDEX rebrandings_logo_file ON public.rebrandings USING btree (logo_file_id) WHERE (logo_file_id IS NOT NULL);
alter table rebrandings enable row level security;
alter table rebrandings force row level security;
create policy tenant on rebrandings for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table recovery_codes (
  user_id bigint not null,
  agency_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy tenant on recovery_codes for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table released_hosts (
  host text not null,
  former_agency_id bigint not null,
  free_at timestamp with time zone not null,
  constraint released_hosts_pkey PRIMARY KEY (host)
);

create table report_links (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint not null,
  month text not null,
  token_hash bytea not null,
  token_sealed text not null,
  made_by bigint,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  uses integer not null default 0,
  used_at timestamp with time zone,
  constraint report_links_pkey PRIMARY KEY (id),
  constraint report_links_token_hash_key UNIQUE (token_hash),
  constraint report_links_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint report_links_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX report_links_agency ON public.report_links USING btree (agency_id);
CREATE INDEX report_links_made_by ON public.report_links USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE UNIQUE INDEX report_links_one ON public.report_links USING btree (client_id, month) WHERE (ended_at IS NULL);
alter table report_links enable row level security;
alter table report_links force row level security;
create policy tenant on report_links for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table report_pdfs (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint not null,
  month text not null,
  state text not null default 'waiting'::text,
  run text,
  percent integer not null default 0,
  message text not null default ''::text,
  pages integer not null default 0,
  size_bytes bigint,
  object_name text,
  ticket_hash bytea,
  ticket_expires_at timestamp with time zone,
  made_by bigint,
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint report_pdfs_pkey PRIMARY KEY (id),
  constraint report_pdfs_object_name_key UNIQUE (object_name),
  constraint report_pdfs_ticket_hash_key UNIQUE (ticket_hash),
  constraint report_pdfs_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint report_pdfs_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_pdfs_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_pdfs_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint report_pdfs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX report_pdfs_agency ON public.report_pdfs USING btree (agency_id);
CREATE INDEX report_pdfs_client ON public.report_pdfs USING btree (client_id, month, id DESC);
CREATE INDEX report_pdfs_kept ON public.report_pdfs USING btree (expires_at) WHERE (object_name IS NOT NULL);
CREATE INDEX report_pdfs_made_by ON public.report_pdfs USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE UNIQUE INDEX report_pdfs_one_at_a_time ON public.report_pdfs USING btree (client_id, month) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
alter table report_pdfs enable row level security;
alter table report_pdfs force row level security;
create policy tenant on report_pdfs for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER report_pdfs_notify AFTER UPDATE ON public.report_pdfs FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['ready'::text, 'failed'::text])))) EXECUTE FUNCTION notify_of_report_pdf();

create table report_settings (
  client_id bigint not null,
  agency_id bigint not null,
  posts_a_week integer,
  mail_monthly boolean not null default false,
  mailed_month text not null default ''::text,
  constraint report_settings_pkey PRIMARY KEY (client_id),
  constraint report_settings_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint report_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_settings_posts_a_week_check CHECK (((posts_a_week >= 1) AND (posts_a_week <= 1000)))
);
CREATE INDEX report_settings_agency ON public.report_settings USING btree (agency_id);
CREATE INDEX report_settings_mailed ON public.report_settings USING btree (mailed_month) WHERE mail_monthly;
alter table report_settings enable row level security;
alter table report_settings force row level security;
create policy tenant on report_settings for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER report_settings_notify AFTER UPDATE ON public.report_settings FOR EACH ROW WHEN ((new.mail_monthly AND (new.mailed_month <> ''::text) AND (new.mailed_month <> old.mailed_month))) EXECUTE FUNCTION notify_of_mailed_report();

create table reports (
  client_id bigint not null,
  month text not null,
  agency_id bigint not null,
  introduction text not null default ''::text,
  closing text not null default ''::text,
  sections jsonb not null default '[]'::jsonb,
  updated_at timestamp with time zone not null,
  constraint reports_pkey PRIMARY KEY (client_id, month),
  constraint reports_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint reports_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reports_month_check CHECK ((month ~ '^20\d\d-(0[1-9]|1[0-2])$'::text))
);
CREATE INDEX reports_agency ON public.reports USING btree (agency_id);
alter table reports enable row level security;
alter table reports force row level security;
create policy tenant on reports for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table resting_items (
  schedule_id bigint not null,
  item_id bigint not null,
  agency_id bigint not null,
  rested_by bigint,
  rested_at timestamp with time zone not null,
  was_tired boolean not null,
  constraint resting_items_pkey PRIMARY KEY (schedule_id, item_id),
  constraint resting_items_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint resting_items_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  constraint resting_items_rested_by_fkey FOREIGN KEY (rested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint resting_items_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE
);
CREATE INDEX resting_items_agency ON public.resting_items USING btree (agency_id);
CREATE INDEX resting_items_item ON public.resting_items USING btree (item_id);
CREATE INDEX resting_items_rested_by ON public.resting_items USING btree (rested_by) WHERE (rested_by IS NOT NULL);
alter table resting_items enable row level security;
alter table resting_items force row level security;
create policy tenant on resting_items for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table schedule_accounts (
  schedule_id bigint not null,
  account_id bigint not null,
  agency_id bigint not null,
  constraint schedule_accounts_pkey PRIMARY KEY (schedule_id, account_id),
  constraint schedule_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES social_accounts(id) ON DELETE CASCADE,
  constraint schedule_accounts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint schedule_accounts_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE
);
CREATE INDEX schedule_accounts_account ON public.schedule_accounts USING btree (account_id);
alter table schedule_accounts enable row level security;
alter table schedule_accounts force row level security;
create policy tenant on schedule_accounts for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table schedules (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_client_id bigint not null,
  stream_id bigint not null,
  origin_local text not null,
  timezone text not null,
  frequency text not null,
  repurpose boolean not null default false,
  state text not null default 'active'::text,
  round integer not null default 1,
  tzdata_version text not null default ''::text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  needs_approval boolean not null default false,
  moved_from jsonb,
  paused_at timestamp with time zone,
  paused_by bigint,
  draft_id bigint,
  constraint schedules_pkey PRIMARY KEY (id),
  constraint schedules_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint schedules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint schedules_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE CASCADE,
  constraint schedules_user_client_id_fkey FOREIGN KEY (user_client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint schedules_frequency_check CHECK ((frequency = ANY (ARRAY['hourly'::text, 'daily'::text, 'weekdays'::text, 'weekly'::text, 'biweekly'::text, 'monthly'::text]))),
  constraint schedules_origin_local_check CHECK ((origin_local ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$'::text)),
  constraint schedules_state_check CHECK ((state = ANY (ARRAY['active'::text, 'finished'::text, 'stopped'::text, 'deleted'::text])))
);
CREATE INDEX schedules_agency ON public.schedules USING btree (agency_id, id DESC) INCLUDE (user_client_id, stream_id, round, state) WHERE (deleted_at IS NULL);
CREATE INDEX schedules_created_by ON public.schedules USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE UNIQUE INDEX schedules_draft ON public.schedules USING btree (draft_id) WHERE ((draft_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX schedules_of_client ON public.schedules USING btree (user_client_id, id DESC);
CREATE INDEX schedules_paused ON public.schedules USING btree (agency_id) WHERE (paused_at IS NOT NULL);
CREATE INDEX schedules_stream ON public.schedules USING btree (stream_id) WHERE (deleted_at IS NULL);
alter table schedules enable row level security;
alter table schedules force row level security;
create policy tenant on schedules for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER schedules_notify AFTER UPDATE ON public.schedules FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['finished'::text, 'stopped'::text])) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION notify_of_schedule();

create table second_factors (
  user_id bigint not null,
  agency_id bigint not null,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  turned_on_at timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table second_factors enable row level security;
alter table second_factors force row level security;
create policy tenant on second_factors for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table secret_keys (
  fingerprint text not null,
  is_current boolean not null,
  since timestamp with time zone not null default now(),
  constraint secret_keys_pkey PRIMARY KEY (fingerprint)
);
CREATE UNIQUE INDEX secret_keys_current ON public.secret_keys USING btree (is_current);

create table sessions (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  opened_by text not null default 'password'::text,
  user_agent text not null default ''::text,
  address text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  connect_link_id bigint,
  by_agency_password boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint sessions_connect_link_id_fkey FOREIGN KEY (connect_link_id) REFERENCES connect_links(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_connect_link_check CHECK (((opened_by = 'connect-link'::text) = (connect_link_id IS NOT NULL))),
  constraint sessions_opened_by_check CHECK ((opened_by = ANY (ARRAY['password'::text, 'master-login'::text, 'connect-link'::text])))
);
CREATE INDEX sessions_connect_link ON public.sessions USING btree (connect_link_id) WHERE (connect_link_id IS NOT NULL);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table social_accounts (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint not null,
  network text not null,
  external_id text not null,
  username text not null,
  profile jsonb not null default '{}'::jsonb,
  credentials text not null,
  status text not null default 'connected'::text,
  status_message text not null default ''::text,
  gap_seconds integer not null default 0,
  free_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  paused_at timestamp with time zone,
  is_sample boolean not null default false,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  paused_by bigint,
  expires_at timestamp with time zone,
  refreshed_at timestamp with time zone,
  credentials_before text not null default ''::text,
  app_client_id text not null default ''::text,
  renewing_by text,
  renewing_until timestamp with time zone,
  renewal_failures integer not null default 0,
  renewal_problem text not null default ''::text,
  renew_after timestamp with time zone not null default '-infinity'::timestamp with time zone,
  warned_expiry timestamp with time zone,
  by_hand boolean not null default false,
  connect_link_id bigint,
  waits_from timestamp with time zone,
  waits_until timestamp with time zone,
  constraint social_accounts_pkey PRIMARY KEY (id),
  constraint social_accounts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint social_accounts_connect_link_id_fkey FOREIGN KEY (connect_link_id) REFERENCES connect_links(id) ON DELETE SET NULL,
  constraint social_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint social_accounts_network_check CHECK ((network = ANY (ARRAY['reddit'::text, 'vimeo'::text, 'facebook'::text, 'telegram'::text, 'twitter'::text, 'youtube'::text, 'linkedin'::text, 'wordpress'::text, 'medium'::text]))),
  constraint social_accounts_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'needs-reconnecting'::text]))),
  constraint social_accounts_waits_check CHECK (((waits_from IS NULL) = (waits_until IS NULL)))
);
CREATE INDEX social_accounts_connect_link ON public.social_accounts USING btree (connect_link_id) WHERE (connect_link_id IS NOT NULL);
CREATE INDEX social_accounts_consent ON public.social_accounts USING btree (network, ((profile ->> 'consentBy'::text))) WHERE ((profile ? 'consentBy'::text) AND (deleted_at IS NULL));
CREATE INDEX social_accounts_expiry ON public.social_accounts USING btree (expires_at) WHERE ((status = 'connected'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX social_accounts_identity ON public.social_accounts USING btree (agency_id, user_id, network, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX social_accounts_paused ON public.social_accounts USING btree (agency_id) WHERE (paused_at IS NOT NULL);
CREATE INDEX social_accounts_shared ON public.social_accounts USING btree (agency_id, network, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX social_accounts_to_reconnect ON public.social_accounts USING btree (agency_id, id) WHERE ((status = 'needs-reconnecting'::text) AND (deleted_at IS NULL));
CREATE INDEX social_accounts_user ON public.social_accounts USING btree (user_id, created_at) WHERE (deleted_at IS NULL);
CREATE INDEX social_accounts_waiting ON public.social_accounts USING btree (agency_id, waits_until) WHERE ((waits_until - waits_from) >= '01:00:00'::interval);
alter table social_accounts enable row level security;
alter table social_accounts force row level security;
create policy tenant on social_accounts for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER social_accounts_notify AFTER UPDATE ON public.social_accounts FOR EACH ROW WHEN ((((new.deleted_at IS NULL) AND (new.status = 'needs-reconnecting'::text) AND (old.status <> new.status)) OR ((new.warned_expiry IS NOT NULL) AND (new.warned_expiry IS DISTINCT FROM old.warned_expiry)))) EXECUTE FUNCTION notify_of_account();

create table source_health (
  source text not null,
  kind text not null,
  answered_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure_kind text,
  failure_message text,
  retry_after_seconds integer,
  quota_left integer,
  quota_resets_at timestamp with time zone,
  constraint source_health_pkey PRIMARY KEY (source, kind)
);

create unlogged table source_pages (
  source text not null,
  kind text not null,
  keyword text not null,
  cursor text not null,
  results jsonb not null,
  next text,
  fetched_at timestamp with time zone not null,
  constraint source_pages_pkey PRIMARY KEY (source, kind, keyword, cursor)
);
CREATE INDEX source_pages_fetched ON public.source_pages USING btree (fetched_at);
CREATE INDEX source_pages_first ON public.source_pages USING btree (kind, keyword, fetched_at) WHERE (cursor = ''::text);

create table streams (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  type text not null,
  title text not null,
  tags text not null default ''::text,
  description text not null default ''::text,
  is_sample boolean not null default false,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  kind text not null default 'stream'::text,
  client_id bigint,
  save_key uuid,
  constraint streams_pkey PRIMARY KEY (id),
  constraint streams_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint streams_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint streams_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint streams_kind_check CHECK ((kind = ANY (ARRAY['stream'::text, 'post'::text]))),
  constraint streams_type_check CHECK ((type = ANY (ARRAY['image'::text, 'video'::text, 'text'::text, 'formatted'::text])))
);
CREATE INDEX streams_client ON public.streams USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX streams_created_by ON public.streams USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX streams_newest ON public.streams USING btree (agency_id, created_at, id) WHERE ((deleted_at IS NULL) AND (kind = 'stream'::text));
CREATE INDEX streams_of_agency ON public.streams USING btree (agency_id, id);
CREATE UNIQUE INDEX streams_save_key ON public.streams USING btree (agency_id, save_key) WHERE (save_key IS NOT NULL);
CREATE INDEX streams_titles ON public.streams USING btree (agency_id, title COLLATE "und-x-icu", id) WHERE ((deleted_at IS NULL) AND (kind = 'stream'::text));
CREATE INDEX streams_types ON public.streams USING btree (agency_id, type, id) WHERE ((deleted_at IS NULL) AND (kind = 'stream'::text));
alter table streams enable row level security;
alter table streams force row level security;
create policy tenant on streams for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table stripe_accounts (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  name text not null,
  sealed_key text not null,
  last4 text not null,
  is_live boolean not null,
  endpoint_id text not null,
  sealed_secret text not null,
  rights jsonb not null default '[]'::jsonb,
  checked_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint stripe_accounts_pkey PRIMARY KEY (id),
  constraint stripe_accounts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE
);
CREATE INDEX stripe_accounts_agency ON public.stripe_accounts USING btree (agency_id);
alter table stripe_accounts enable row level security;
alter table stripe_accounts force row level security;
create policy tenant on stripe_accounts for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table stripe_events (
  stripe_account_id bigint not null,
  event_id text not null,
  agency_id bigint not null,
  claimed_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint stripe_events_pkey PRIMARY KEY (stripe_account_id, event_id),
  constraint stripe_events_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint stripe_events_stripe_account_id_fkey FOREIGN KEY (stripe_account_id) REFERENCES stripe_accounts(id) ON DELETE CASCADE
);
CREATE INDEX stripe_events_agency ON public.stripe_events USING btree (agency_id);
CREATE INDEX stripe_events_claimed ON public.stripe_events USING btree (claimed_at);
alter table stripe_events enable row level security;
alter table stripe_events force row level security;
create policy tenant on stripe_events for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table subscriptions (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  stripe_account_id bigint not null,
  membership_id bigint not null,
  subscription_id text not null,
  customer_id text not null,
  buyer_agency_id bigint,
  status text not null,
  looks integer not null default 0,
  seen_at timestamp with time zone,
  grace_until timestamp with time zone,
  invoice_url text not null default ''::text,
  mailed_invoice text not null default ''::text,
  created_at timestamp with time zone not null,
  renews_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_stripe_account_id_subscription_id_key UNIQUE (stripe_account_id, subscription_id),
  constraint subscriptions_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint subscriptions_buyer_agency_id_fkey FOREIGN KEY (buyer_agency_id) REFERENCES agencies(id) ON DELETE SET NULL,
  constraint subscriptions_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES memberships(id) ON DELETE CASCADE,
  constraint subscriptions_stripe_account_id_fkey FOREIGN KEY (stripe_account_id) REFERENCES stripe_accounts(id) ON DELETE CASCADE
);
CREATE INDEX subscriptions_agency ON public.subscriptions USING btree (agency_id);
CREATE INDEX subscriptions_buyer ON public.subscriptions USING btree (buyer_agency_id) WHERE (buyer_agency_id IS NOT NULL);
CREATE INDEX subscriptions_membership ON public.subscriptions USING btree (membership_id);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy tenant on subscriptions for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table unseen_deliveries (
  delivery_id bigint not null,
  agency_id bigint not null,
  account_id bigint not null,
  noticed_at timestamp with time zone not null,
  constraint unseen_deliveries_pkey PRIMARY KEY (delivery_id),
  constraint unseen_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES social_accounts(id) ON DELETE CASCADE,
  constraint unseen_deliveries_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint unseen_deliveries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
CREATE INDEX unseen_deliveries_account ON public.unseen_deliveries USING btree (account_id);
CREATE INDEX unseen_deliveries_agency ON public.unseen_deliveries USING btree (agency_id);
alter table unseen_deliveries enable row level security;
alter table unseen_deliveries force row level security;
create policy tenant on unseen_deliveries for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table upgrade_files (
  id bigint not null generated always as identity,
  material text not null,
  version text not null,
  file_name text not null,
  content_type text not null,
  state text not null default 'waiting'::text,
  percent integer not null default 0,
  run text,
  object_name text,
  size_bytes bigint,
  touched_at timestamp with time zone not null,
  constraint upgrade_files_pkey PRIMARY KEY (id),
  constraint upgrade_files_material_version_key UNIQUE (material, version),
  constraint upgrade_files_check CHECK (((state <> 'ready'::text) OR ((object_name IS NOT NULL) AND (size_bytes IS NOT NULL)))),
  constraint upgrade_files_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint upgrade_files_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text])))
);

create table upgrade_tickets (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  created_by bigint,
  kind text not null,
  fields jsonb not null,
  state text not null default 'open'::text,
  answer text not null default ''::text,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint upgrade_tickets_pkey PRIMARY KEY (id),
  constraint upgrade_tickets_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint upgrade_tickets_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint upgrade_tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'done'::text, 'denied'::text])))
);
CREATE INDEX upgrade_tickets_agency_id ON public.upgrade_tickets USING btree (agency_id, id DESC);
CREATE INDEX upgrade_tickets_created_by ON public.upgrade_tickets USING btree (created_by);
alter table upgrade_tickets enable row level security;
alter table upgrade_tickets force row level security;
create policy tenant on upgrade_tickets for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table upload_pieces (
  upload_id bigint not null,
  agency_id bigint not null,
  number integer not null,
  name text not null,
  constraint upload_pieces_pkey PRIMARY KEY (upload_id, number),
  constraint upload_pieces_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint upload_pieces_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id),
  constraint upload_pieces_number_check CHECK ((number >= 0))
);
CREATE INDEX upload_pieces_agency ON public.upload_pieces USING btree (agency_id);
alter table upload_pieces enable row level security;
alter table upload_pieces force row level security;
create policy tenant on upload_pieces for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table uploads (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  user_id bigint,
  stream_id bigint,
  file_type text,
  file_name text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  sequence integer,
  made_id bigint,
  created_at timestamp with time zone not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint uploads_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE SET NULL,
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint uploads_file_type_check CHECK ((file_type = ANY (ARRAY['image'::text, 'video'::text, 'logo'::text, 'watermark'::text, 'music'::text]))),
  constraint uploads_size_bytes_check CHECK ((size_bytes > 0)),
  constraint uploads_target_check CHECK ((num_nonnulls(stream_id, file_type) <= 1))
);
CREATE INDEX uploads_age ON public.uploads USING btree (created_at);
CREATE INDEX uploads_agency ON public.uploads USING btree (agency_id, id);
CREATE INDEX uploads_stream ON public.uploads USING btree (stream_id) WHERE (stream_id IS NOT NULL);
CREATE INDEX uploads_user ON public.uploads USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table uploads enable row level security;
alter table uploads force row level security;
create policy tenant on uploads for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table users (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  role text not null,
  name text not null,
  email text not null,
  password_hash text,
  membership text not null default ''::text,
  is_reseller boolean not null default false,
  is_white_label boolean not null default false,
  earning_cents bigint not null default 0,
  frequency text not null default 'weekly'::text,
  company text not null default ''::text,
  description text not null default ''::text,
  image_file_id bigint,
  is_sample boolean not null default false,
  paused_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  paused_by bigint,
  approval text not null default 'none'::text,
  password_by_agency boolean not null default false,
  email_elsewhere boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint users_image_file_id_fkey FOREIGN KEY (image_file_id) REFERENCES files(id) ON DELETE SET NULL,
  constraint users_approval_check CHECK ((approval = ANY (ARRAY['none'::text, 'client'::text]))),
  constraint users_earning_cents_check CHECK ((earning_cents >= 0)),
  constraint users_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'monthly'::text, 'yearly'::text]))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'client'::text, 'member'::text])))
);
CREATE INDEX users_agency ON public.users USING btree (agency_id, role, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX users_by_name ON public.users USING btree (agency_id, role, name COLLATE "und-x-icu", id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email)) WHERE ((deleted_at IS NULL) AND (NOT email_elsewhere));
CREATE UNIQUE INDEX users_email_of_agency ON public.users USING btree (agency_id, lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX users_image_file ON public.users USING btree (image_file_id) WHERE (image_file_id IS NOT NULL);
CREATE INDEX users_page ON public.users USING btree (agency_id, role, id) WHERE (deleted_at IS NULL);
CREATE INDEX users_paused ON public.users USING btree (agency_id, id) WHERE (paused_at IS NOT NULL);
alter table users enable row level security;
alter table users force row level security;
create policy tenant on users for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table videos (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint,
  name text not null,
  project jsonb not null,
  revision integer not null default 1,
  status text not null default '3'::text,
  failed boolean not null default false,
  message text not null default ''::text,
  percent integer not null default 0,
  seconds_left integer,
  poster_file_id bigint,
  file_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  render_run uuid,
  copies jsonb not null default '{}'::jsonb,
  constraint videos_pkey PRIMARY KEY (id),
  constraint videos_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint videos_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint videos_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint videos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint videos_poster_file_id_fkey FOREIGN KEY (poster_file_id) REFERENCES files(id),
  constraint videos_complete_check CHECK (((status <> '6'::text) OR (file_id IS NOT NULL))),
  constraint videos_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint videos_status_check CHECK ((status = ANY (ARRAY['3'::text, '4'::text, '5'::text, '6'::text])))
);
CREATE INDEX videos_agency ON public.videos USING btree (agency_id, created_at, id);
CREATE INDEX videos_by_name ON public.videos USING btree (agency_id, name COLLATE "und-x-icu", id);
CREATE INDEX videos_client ON public.videos USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX videos_created_by ON public.videos USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX videos_file ON public.videos USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX videos_poster ON public.videos USING btree (poster_file_id) WHERE (poster_file_id IS NOT NULL);
alter table videos enable row level security;
alter table videos force row level security;
create policy tenant on videos for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER videos_notify AFTER UPDATE ON public.videos FOR EACH ROW WHEN (((new.failed AND (NOT old.failed)) OR ((new.status = '6'::text) AND (old.status <> '6'::text)))) EXECUTE FUNCTION notify_of_video();

create table watched_keywords (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  client_id bigint not null,
  keyword text not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  checked_on text not null default ''::text,
  checked_at timestamp with time zone,
  reddit_state text,
  youtube_state text,
  youtube_at timestamp with time zone,
  constraint watched_keywords_pkey PRIMARY KEY (id),
  constraint watched_keywords_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint watched_keywords_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint watched_keywords_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX watched_keywords_agency ON public.watched_keywords USING btree (agency_id);
CREATE INDEX watched_keywords_checked ON public.watched_keywords USING btree (checked_at NULLS FIRST);
CREATE UNIQUE INDEX watched_keywords_client ON public.watched_keywords USING btree (client_id, lower(keyword));
CREATE INDEX watched_keywords_created_by ON public.watched_keywords USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX watched_keywords_youtube ON public.watched_keywords USING btree (youtube_at) WHERE (youtube_at IS NOT NULL);
alter table watched_keywords enable row level security;
alter table watched_keywords force row level security;
create policy tenant on watched_keywords for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));

create table white_labels (
  id bigint not null generated always as identity,
  agency_id bigint not null,
  name text not null,
  logo_file_id bigint,
  first_color text not null,
  second_color text not null,
  host text,
  proof text not null,
  state text not null default 'waiting'::text,
  lights jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  failing_since timestamp with time zone,
  mailed_days integer not null default 0,
  certificate_failing_since timestamp with time zone,
  certificate_mailed_at timestamp with time zone,
  constraint white_labels_pkey PRIMARY KEY (id),
  constraint white_labels_agency_id_key UNIQUE (agency_id),
  constraint white_labels_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  constraint white_labels_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id) ON DELETE SET NULL,
  constraint white_labels_check CHECK (((state = 'released'::text) = (host IS NULL))),
  constraint white_labels_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'active'::text, 'released'::text])))
);
CREATE UNIQUE INDEX white_labels_active_host ON public.white_labels USING btree (host) WHERE (state = 'active'::text);
CREATE INDEX white_labels_logo_file ON public.white_labels USING btree (logo_file_id) WHERE (logo_file_id IS NOT NULL);
alter table white_labels enable row level security;
alter table white_labels force row level security;
create policy tenant on white_labels for all using (COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true));
CREATE TRIGGER white_labels_changed AFTER INSERT OR DELETE OR UPDATE OF name, logo_file_id, first_color, second_color, host, state ON public.white_labels FOR EACH STATEMENT EXECUTE FUNCTION notify_brands();

create table work_looks (
  source text not null,
  source_item text not null,
  looked_at timestamp with time zone not null,
  gone_since timestamp with time zone,
  page_url text not null,
  constraint work_looks_pkey PRIMARY KEY (source, source_item, page_url)
);

create view all_attempts with (security_invoker=true) as
 SELECT attempts.id,
    attempts.agency_id,
    attempts.delivery_id,
    attempts.number,
    attempts.worker,
    attempts.fingerprint,
    attempts.remote_ids,
    attempts.fenced_at,
    attempts.post_id,
    attempts.outcome,
    attempts.detail,
    attempts.finished_at
   FROM attempts
UNION ALL
 SELECT attempts_archive.id,
    attempts_archive.agency_id,
    attempts_archive.delivery_id,
    attempts_archive.number,
    attempts_archive.worker,
    attempts_archive.fingerprint,
    attempts_archive.remote_ids,
    attempts_archive.fenced_at,
    attempts_archive.post_id,
    attempts_archive.outcome,
    attempts_archive.detail,
    attempts_archive.finished_at
   FROM attempts_archive;
