-- A time for which a network, by its own words, had an account or everybody wait: what falls due in it is late by it, and not missed for it.
-- Waits that follow each other closely are one. network_waits.until is when the network is asked again, also where nobody named a time.
alter table social_accounts
  add column waits_from timestamptz,
  add column waits_until timestamptz,
  add constraint social_accounts_waits_check check ((waits_from is null) = (waits_until is null));
alter table network_waits
  add column waits_from timestamptz,
  add column waits_until timestamptz,
  add constraint network_waits_waits_check check ((waits_from is null) = (waits_until is null));
