-- Each claim of a delivery has a number of its own. What a worker still does on an earlier claim of the same delivery, its
-- own or another's, is refused by it: worker and lease alone would let an older wording pass the fence of a later claim.
-- Changing what a delivery says counts as well, so that a claim just under way takes nothing that it read before.
alter table deliveries add column claim integer not null default 0;

-- What runs is found by its account's token: few rows, and each claim and each fence has one index less to write.
drop index deliveries_lease;

-- The walk over what is due is read from the index alone.
drop index deliveries_due_network;
create index deliveries_due_network on deliveries (network, next_at, due_at, id) include (account_id, agency_id, claim) where state = 'scheduled';
