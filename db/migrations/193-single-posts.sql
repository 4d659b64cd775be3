-- A single post is a stream of one item with a schedule of one time: kind 'post'. Its draft is the same stream and item
-- with the intent in `drafts`. `save_key` is the composer's key, so that a repeated first save is one draft. `client_id`
-- is the client that a stream is for; null: any.
alter table streams add column kind text not null default 'stream' check (kind in ('stream', 'post'));
alter table streams add column client_id bigint;
alter table streams add constraint streams_client_id_fkey foreign key (client_id) references users on delete set null
  not valid;
alter table streams add column save_key uuid;

-- The type of an item; null: that of its stream. The type of a post's item follows its content.
alter table items add column type text check (type in ('image', 'video', 'text', 'formatted'));
-- The title is the name of the file: shown in lists, not published.
alter table items add column title_from_file boolean not null default false;
-- What a post has beside words and one file, at its defaults until there are screens for it: options by network, parts
-- that follow it (threads, comments), how the first file is cropped, and a hash of the further files.
alter table items add column options jsonb not null default '{}' check (jsonb_typeof(options) = 'object');
alter table items add column parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array');
alter table items add column crop jsonb check (jsonb_typeof(crop) = 'object');
alter table items add column files_hash text not null default '';
-- The folded words, by which a post is recognised that a client gets already; null without words.
alter table items add column words_hash bytea;

-- A draft's content is its item; `title` and `words` are copies for processes of the version before. Without a time
-- `due_at` and `local_at` are null. A discarded draft can be restored for 30 days.
alter table drafts add column item_id bigint;
alter table drafts add constraint drafts_item_id_fkey foreign key (item_id) references items on delete cascade not valid;
alter table drafts alter column due_at drop not null;
alter table drafts alter column local_at drop not null;
alter table drafts add constraint drafts_time_check check ((due_at is null) = (local_at is null)) not valid;
alter table drafts add column discarded_at timestamptz;
alter table drafts add column saved_at timestamptz;

-- The draft that a schedule was made of: a draft is planned once.
alter table schedules add column draft_id bigint;

-- When the agency answered whether waiting posts leave out titles that are names of files; null: not yet.
alter table agencies add column file_titles_settled_at timestamptz;

create function words_hash_of(words text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(folded.words, 'UTF8'))
  from (
    select btrim(regexp_replace(lower(normalize(words, nfkc) collate "und-x-icu"), '\s+', ' ', 'g')) as words
  ) folded
  where folded.words <> ''
$$;

create function complete_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.type is null then
    select s.type into new.type from streams s where s.id = new.stream_id;
  end if;
  if tg_op = 'INSERT' or new.description is distinct from old.description then
    new.words_hash := words_hash_of(new.description);
  end if;
  return new;
end $$;
create trigger items_complete before insert or update of description on items
  for each row execute function complete_item();

-- Only what differs from the defaults is added, so that an item keeps its fingerprint and nobody is asked again.
create or replace function content_fingerprint(item items) returns text language sql stable parallel safe as $$
  select encode(sha256(convert_to((jsonb_build_array(item.title, item.description, item.description_format, item.file_id)
    || case when item.own_words = '{}' and item.alt_text = '' then '[]' else jsonb_build_array(item.own_words, item.alt_text) end
    || case when not item.title_from_file and item.options = '{}' and item.parts = '[]' and item.crop is null
        and item.files_hash = '' then '[]'
      else jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
        'title_from_file', nullif(item.title_from_file, false), 'options', nullif(item.options, '{}'),
        'parts', nullif(item.parts, '[]'), 'crop', item.crop, 'files', nullif(item.files_hash, ''))))
      end
  )::text, 'UTF8')), 'hex')
$$;

-- A draft that a process of the version before inserts gets its stream and item; one that it changes changes its item.
create function complete_draft() returns trigger language plpgsql as $$
declare
  stream bigint;
begin
  if new.item_id is null then
    insert into streams (agency_id, type, title, kind, client_id, created_by, created_at)
      values (new.agency_id, 'text', left(btrim(regexp_replace(case when new.title = '' then new.words else new.title end,
        '\s+', ' ', 'g')), 80), 'post', new.client_id, new.created_by, new.created_at)
      returning id into stream;
    insert into items (agency_id, stream_id, sequence, title, description, created_at)
      values (new.agency_id, stream, 1, new.title, new.words, new.created_at)
      returning id into new.item_id;
  elsif tg_op = 'UPDATE' and (new.title, new.words) is distinct from (old.title, old.words) then
    update items set title = new.title, description = new.words
      where id = new.item_id and (title, description) is distinct from (new.title, new.words);
  end if;
  return new;
end $$;
create trigger drafts_complete before insert or update of title, words on drafts
  for each row execute function complete_draft();

-- What approved drafts made: a text stream with one item and one schedule that does not repeat, all of one instant.
update streams s set kind = 'post', client_id = c.user_client_id
from schedules c
where c.stream_id = s.id and s.type = 'text' and c.created_at = s.created_at and not c.repurpose and not s.is_sample
  and (select count(*) from schedules other where other.stream_id = s.id) = 1
  and (select count(*) from items i where i.stream_id = s.id and i.kept_of is null) = 1
  and exists (select from items i where i.stream_id = s.id and i.created_at = s.created_at and i.kept_of is null);

-- A stream whose schedules all have one client is for that client.
update streams s set client_id = one.client
from (
  select stream_id, min(user_client_id) as client from schedules
  group by stream_id
  having min(user_client_id) = max(user_client_id)
) one
where one.stream_id = s.id and s.client_id is null;

-- Drafts get their items.
update drafts set title = title;

-- Words of waiting posts can be recognised at once; those of older ones when they are saved.
update items i set words_hash = words_hash_of(i.description)
where exists (select from occurrences o where o.item_id = i.id and o.state = 'scheduled');
