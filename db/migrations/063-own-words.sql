-- Words of an item for single networks, {"twitter": {"title": "", "description": "..."}}; what is '' there is as for all others.
-- alt_text says what its picture shows, for people who do not see it.
alter table items add column own_words jsonb not null default '{}' check (jsonb_typeof(own_words) = 'object');
alter table items add column alt_text text not null default '';

-- An item without either has the fingerprint it had, so that nobody is asked again about what has not changed.
create or replace function content_fingerprint(item items) returns text language sql stable parallel safe as $$
  select encode(sha256(convert_to((jsonb_build_array(item.title, item.description, item.description_format, item.file_id)
    || case when item.own_words = '{}' and item.alt_text = '' then '[]' else jsonb_build_array(item.own_words, item.alt_text) end
  )::text, 'UTF8')), 'hex')
$$;
