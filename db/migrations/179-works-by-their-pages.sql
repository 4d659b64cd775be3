-- A source may count its photos and its videos apart, so that a number alone is not one work: its page is.
delete from work_looks;
alter table work_looks add column page_url text not null;
alter table work_looks drop constraint work_looks_pkey;
alter table work_looks add primary key (source, source_item, page_url);
