-- How each configured source does; the operator's, of no agency.
create table source_health (
  source text not null,
  kind text not null,
  answered_at timestamptz,
  failed_at timestamptz,
  failure_kind text,
  failure_message text,
  retry_after_seconds integer,
  quota_left integer,
  quota_resets_at timestamptz,
  primary key (source, kind)
);

-- Pages of configured sources, so that the same question is not asked twice; cursor '' is the first page. Of no agency: what
-- a source answers is the same for all. A page that is lost is only asked for again.
create unlogged table source_pages (
  source text not null,
  kind text not null,
  keyword text not null,
  cursor text not null,
  results jsonb not null,
  next text,
  fetched_at timestamptz not null,
  primary key (source, kind, keyword, cursor)
);
create index source_pages_first on source_pages (kind, keyword, fetched_at) where cursor = '';
create index source_pages_fetched on source_pages (fetched_at);
