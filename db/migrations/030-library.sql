-- What an agency keeps for use in videos, designs and streams. Files of every kind; sounds with what was measured of them.
alter table files add column kind text;
update files set kind = case when content_type like 'video/%' then 'video' else 'image' end;
alter table files alter column kind set not null;
alter table files add constraint files_kind_check check (kind in ('image', 'video', 'audio', 'document'));
-- What people call the file: the name it came by.
alter table files add column title text not null default '';
-- Since when the library keeps it for its own sake; null for what is there for an item, a picture of a person or a logo alone.
alter table files add column kept_since timestamptz;
-- Loudness by EBU R 128 over the whole, null for silence; highest sample in dBFS; lowest and highest sample of every 10 ms, a signed byte each.
alter table files add column loudness_lufs real;
alter table files add column peak_db real;
alter table files add column peaks bytea;
alter table files drop constraint files_thumbnail_state_check;
alter table files add constraint files_thumbnail_state_check check (thumbnail_state in ('none', 'waiting', 'ready', 'failed'));
-- The library keeps the same bytes once.
create unique index files_kept_once on files (agency_id, sha256) where kept_since is not null;
create index files_kept on files (agency_id, id) where kept_since is not null;

-- Which files a file was made from: the pictures, clips and sounds of a finished video.
create table file_parts (
  file_id bigint not null references files on delete cascade,
  part_id bigint not null references files on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  primary key (file_id, part_id)
);
create index file_parts_part on file_parts (part_id);
create index file_parts_agency on file_parts (agency_id);
alter table file_parts enable row level security;
alter table file_parts force row level security;
create policy tenant on file_parts using (coalesce(agency_id = (select visible_agency()), true));

-- By which right a file, or what it was made from, is used. What a file was made from hands its records on to it, so that they outlast the parts.
create table file_licences (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  file_id bigint not null references files on delete cascade,
  -- The source's name, and its own name of the work.
  source text not null,
  source_item text not null default '',
  title text not null default '',
  page_url text not null default '',
  author text not null default '',
  licence text not null,
  licence_url text not null default '',
  taken_at timestamptz not null,
  -- Since when the source does not offer the work any more.
  withdrawn_at timestamptz
);
create unique index file_licences_once on file_licences (file_id, source, source_item, title);
create index file_licences_work on file_licences (source, source_item);
create index file_licences_agency on file_licences (agency_id, id);
alter table file_licences enable row level security;
alter table file_licences force row level security;
create policy tenant on file_licences using (coalesce(agency_id = (select visible_agency()), true));

create table videos (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint references users on delete set null,
  name text not null,
  project jsonb not null,
  revision integer not null default 1,
  -- '3' saved, '4' fetching resources, '5' rendering or failed, '6' complete.
  status text not null default '3' check (status in ('3', '4', '5', '6')),
  failed boolean not null default false,
  message text not null default '',
  percent integer not null default 0 check (percent between 0 and 100),
  seconds_left integer,
  poster_file_id bigint references files,
  file_id bigint references files,
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint videos_complete_check check (status <> '6' or file_id is not null)
);
create index videos_agency on videos (agency_id, id);
create index videos_client on videos (client_id) where client_id is not null;
create index videos_created_by on videos (created_by) where created_by is not null;
create index videos_poster on videos (poster_file_id) where poster_file_id is not null;
create index videos_file on videos (file_id) where file_id is not null;
alter table videos enable row level security;
alter table videos force row level security;
create policy tenant on videos using (coalesce(agency_id = (select visible_agency()), true));

create table designs (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  client_id bigint references users on delete set null,
  name text not null,
  document jsonb not null,
  revision integer not null default 1,
  thumbnail_file_id bigint references files,
  -- The finished picture, drawn by the server; null until that is done.
  picture_file_id bigint references files,
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index designs_agency on designs (agency_id, id);
create index designs_client on designs (client_id) where client_id is not null;
create index designs_created_by on designs (created_by) where created_by is not null;
create index designs_thumbnail on designs (thumbnail_file_id) where thumbnail_file_id is not null;
create index designs_picture on designs (picture_file_id) where picture_file_id is not null;
alter table designs enable row level security;
alter table designs force row level security;
create policy tenant on designs using (coalesce(agency_id = (select visible_agency()), true));

-- The files that stand inside a project, a document or a formatted text: their addresses in it, as foreign keys.
create table file_uses (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  file_id bigint not null references files,
  video_id bigint references videos on delete cascade,
  design_id bigint references designs on delete cascade,
  item_id bigint references items on delete cascade,
  constraint file_uses_user_check check (num_nonnulls(video_id, design_id, item_id) = 1)
);
create unique index file_uses_video on file_uses (video_id, file_id) where video_id is not null;
create unique index file_uses_design on file_uses (design_id, file_id) where design_id is not null;
create unique index file_uses_item on file_uses (item_id, file_id) where item_id is not null;
create index file_uses_file on file_uses (file_id);
create index file_uses_agency on file_uses (agency_id);
alter table file_uses enable row level security;
alter table file_uses force row level security;
create policy tenant on file_uses using (coalesce(agency_id = (select visible_agency()), true));
