-- Lists of streams leave single posts out: their indexes with that predicate are those of 194.
alter table streams validate constraint streams_client_id_fkey;
alter table drafts validate constraint drafts_item_id_fkey;
alter table drafts validate constraint drafts_time_check;
drop index streams_agency;
drop index streams_by_title;
drop index streams_of_type;
