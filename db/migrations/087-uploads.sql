-- Files that come in pieces, so that one whose line breaks goes on where it stopped. Kept for a day.
create table uploads (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  -- Who sends it, and may go on with it; null once that person is gone.
  user_id bigint references users on delete set null,
  -- Where it goes: into a stream, or into the library for a purpose of the creators.
  stream_id bigint references streams on delete set null,
  file_type text check (file_type in ('image', 'logo', 'watermark', 'music')),
  file_name text not null,
  -- What all pieces together must be.
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null,
  sequence integer,
  -- The item or the file that it became; null while it is not whole.
  made_id bigint,
  created_at timestamptz not null,
  constraint uploads_target_check check (num_nonnulls(stream_id, file_type) <= 1)
);
create index uploads_agency on uploads (agency_id, id);
create index uploads_user on uploads (user_id) where user_id is not null;
create index uploads_stream on uploads (stream_id) where stream_id is not null;
create index uploads_age on uploads (created_at);
alter table uploads enable row level security;
alter table uploads force row level security;
create policy tenant on uploads using (coalesce(agency_id = (select visible_agency()), true));

create table upload_pieces (
  upload_id bigint not null references uploads,
  agency_id bigint not null references agencies on delete cascade,
  -- From 0.
  number integer not null check (number >= 0),
  -- The name its bytes are stored under.
  name text not null,
  primary key (upload_id, number)
);
create index upload_pieces_agency on upload_pieces (agency_id);
alter table upload_pieces enable row level security;
alter table upload_pieces force row level security;
create policy tenant on upload_pieces using (coalesce(agency_id = (select visible_agency()), true));
