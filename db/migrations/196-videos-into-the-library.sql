-- A video for a post is uploaded into the library, as pictures and music are.
alter table uploads drop constraint uploads_file_type_check;
alter table uploads add constraint uploads_file_type_check
  check (file_type in ('image', 'video', 'logo', 'watermark', 'music'));
