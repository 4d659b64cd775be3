-- When the page of a work was last looked at, and since when it is gone there; a source's answer is the same for all
-- agencies, so this is of none.
create table work_looks (
  source text not null,
  source_item text not null,
  looked_at timestamptz not null,
  gone_since timestamptz,
  primary key (source, source_item)
);
