-- Whoever has bought of a brand keeps it while its domain is not served: its name, logo and colours, without its host. Who
-- has had a membership on sale had an active site once.
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
end $$;
