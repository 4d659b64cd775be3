-- An agency's key for the AI that writes for it, sealed.
create table ai_keys (
  agency_id bigint primary key references agencies on delete cascade,
  sealed text not null,
  last4 text not null,
  saved_at timestamptz not null
);
alter table ai_keys enable row level security;
alter table ai_keys force row level security;
create policy tenant on ai_keys using (coalesce(agency_id = (select visible_agency()), true));

-- An agency's own site: name, logo, colours and host. The host is served while it is active, which it becomes once its
-- DNS holds the agency's own proof and our address. `failing_since` is since when that is not so; `mailed_days` is how
-- late the last mail about it said it was.
create table white_labels (
  id bigint generated always as identity primary key,
  agency_id bigint not null unique references agencies on delete cascade,
  name text not null,
  logo_file_id bigint references files on delete set null,
  first_color text not null,
  second_color text not null,
  host text,
  proof text not null,
  state text not null default 'waiting' check (state in ('waiting', 'active', 'released')),
  lights jsonb not null default '[]',
  created_at timestamptz not null,
  checked_at timestamptz,
  failing_since timestamptz,
  mailed_days int not null default 0,
  check ((state = 'released') = (host is null))
);
-- Many may wait for a host, one has it.
create unique index white_labels_active_host on white_labels (host) where state = 'active';
create index white_labels_logo_file on white_labels (logo_file_id) where logo_file_id is not null;
alter table white_labels enable row level security;
alter table white_labels force row level security;
create policy tenant on white_labels using (coalesce(agency_id = (select visible_agency()), true));

create function notify_brands() returns trigger language plpgsql as $$
begin
  perform pg_notify('brands', '');
  return null;
end $$;
create trigger white_labels_changed after insert or update of name, logo_file_id, first_color, second_color, host, state
  or delete on white_labels for each statement execute function notify_brands();

-- Hosts that were served for one agency until lately: nobody else gets them before `free_at`.
create table released_hosts (
  host text primary key,
  former_agency_id bigint not null,
  free_at timestamptz not null
);

-- Besides rebrandings also white labels: an agency's own rebranding before its own site, a seller's site before the
-- seller's rebranding. The host is that of the nearest active site.
create or replace function brand_of(asked bigint, out name text, out logo text, out first_color text, out second_color text, out host text)
returns setof record language plpgsql
as $$
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
        w.second_color, w.host
      from chain join white_labels w on w.agency_id = chain.id and w.state = 'active'
    )
    select b.name, f.name, b.first_color, b.second_color,
      (select near.host from brands near where near.host is not null order by near.depth limit 1)
    from brands b
    left join files f on f.id = b.logo_file_id
    order by b.depth, b.place
    limit 1;
  perform set_config('app.agency_id', before, true);
end $$;

-- Whether an agency is this seller, or was sold by it, by whoever it sold, and so on.
create function belongs_to(asked bigint, seller bigint) returns boolean language sql stable as $$
  with recursive chain (id, seller_id, depth) as (
    select a.id, a.seller_agency_id, 0 from agencies a where a.id = asked
    union all
    select a.id, a.seller_agency_id, chain.depth + 1 from chain join agencies a on a.id = chain.seller_id
    where chain.depth < 20
  )
  select exists (select from chain where chain.id = seller)
$$;
