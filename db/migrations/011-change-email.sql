-- A link that changes its person's email: it goes to the address to come, which stands with it until the link is opened.

alter table login_links
  add column new_email text,
  drop constraint login_links_purpose_check,
  add constraint login_links_purpose_check check (purpose in ('reset-password', 'set-password', 'master-login', 'change-email')),
  add constraint login_links_new_email_check check ((purpose = 'change-email') = (new_email is not null));

-- The activity of an agency, newest first, page by page.
create index audit_entries_page on audit_entries (agency_id, id);
