-- Since when an agency has not paid for its membership (`lapsed_at`), and since when nothing of it is published for
-- that reason, its own or a seller's (`suspended_at`). The second follows from the first along the chain of sellers, so
-- that claims and fences look at one column.
alter table agencies add column lapsed_at timestamptz, add column suspended_at timestamptz;

-- The seller's row is held, so that of a sale and a suspension at once the later one sees the other.
create function follow_seller() returns trigger language plpgsql as $$
begin
  new.suspended_at := new.lapsed_at;
  if new.suspended_at is null and new.seller_agency_id is not null then
    select s.suspended_at into new.suspended_at from agencies s where s.id = new.seller_agency_id for share;
  end if;
  return new;
end $$;
create trigger agencies_follow_seller before insert or update of lapsed_at, seller_agency_id on agencies
  for each row execute function follow_seller();

create function lead_sold() returns trigger language plpgsql as $$
begin
  -- Naming the column has each of them follow.
  update agencies set lapsed_at = lapsed_at where seller_agency_id = new.id;
  return null;
end $$;
create trigger agencies_lead_sold after update on agencies
  for each row when (old.suspended_at is distinct from new.suspended_at) execute function lead_sold();

-- The agency asked for, and all that it and those it sold to have sold.
create function sold_by(asked bigint) returns setof bigint language sql stable as $$
  with recursive chain (id) as (
    select asked
    union
    select a.id from chain join agencies a on a.seller_agency_id = chain.id
  )
  select id from chain
$$;
