-- A client's ideas in their order: with an index on the agency alone, all ideas of the agency were read.
create index ideas_listed on ideas (agency_id, client_id, id desc);
drop index ideas_agency;
