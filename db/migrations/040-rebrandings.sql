-- The name and logo under which an agency sees the product, in place of the product's own.
create table rebrandings (
  id bigint generated always as identity primary key,
  agency_id bigint not null unique references agencies on delete cascade,
  name text not null,
  logo_file_id bigint references files on delete set null,
  created_at timestamptz not null
);
create index rebrandings_logo_file on rebrandings (logo_file_id) where logo_file_id is not null;
alter table rebrandings enable row level security;
alter table rebrandings force row level security;
create policy tenant on rebrandings using (coalesce(agency_id = (select visible_agency()), true));

-- The brand an agency's people see: its own rebranding, else that of the nearest seller who has one. It looks across
-- agencies, so that it answers in a transaction that sees one alone; nothing it answers is secret. No row without one.
create function brand_of(asked bigint, out name text, out logo text, out first_color text, out second_color text, out host text)
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
    )
    select r.name, f.name, null::text, null::text, null::text
    from chain
    join rebrandings r on r.agency_id = chain.id
    left join files f on f.id = r.logo_file_id
    order by chain.depth
    limit 1;
  perform set_config('app.agency_id', before, true);
end $$;
