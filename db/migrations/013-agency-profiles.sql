-- What an agency shows of itself, and which agency sold it its account: a reseller account is the owner of an agency of its own.

alter table agencies
  add column email text not null default '',
  add column site text not null default '',
  add column logo_file_id bigint references files on delete set null,
  add column seller_agency_id bigint references agencies on delete set null;
create index agencies_seller on agencies (seller_agency_id) where seller_agency_id is not null;
