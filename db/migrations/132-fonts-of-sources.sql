-- Fonts that agencies have taken from sources: a file a face, in the library, where the licence stands beside it.
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('image', 'video', 'audio', 'document', 'font'));

create table font_faces (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  family text not null,
  -- The source it was taken from: 'google-fonts'.
  source text not null,
  is_bold boolean not null,
  is_italic boolean not null,
  file_id bigint not null references files on delete cascade,
  created_at timestamptz not null
);
create unique index font_faces_of_family on font_faces (agency_id, lower(family), is_bold, is_italic);
create index font_faces_file on font_faces (file_id);
alter table font_faces enable row level security;
alter table font_faces force row level security;
create policy tenant on font_faces using (coalesce(agency_id = (select visible_agency()), true));
