-- Pages that hang on one person's consent at a network, whichever agency they are connected to: found before that consent is taken back.
create index social_accounts_consent on social_accounts (network, (profile ->> 'consentBy')) where profile ? 'consentBy' and deleted_at is null;

-- The token of a link that is being mailed, sealed, until the mail is known to be out: what is tried again is the same link.
alter table connect_links add column unsent_token text not null default '';

-- What a client says without deciding is mailed to the agency once; told_at: when it was.
alter table approval_events
  add column untold boolean not null default false,
  add column told_at timestamptz;
create index approval_events_untold on approval_events (agency_id) where untold;
create index approval_events_told on approval_events (agency_id, told_at) where told_at is not null;

-- Where a person has logged in from (a hash of person and network address): what strangers try elsewhere does not lock them out there.
create table known_places (
  user_id bigint not null references users on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  place_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, place_hash)
);
alter table known_places enable row level security;
alter table known_places force row level security;
create policy tenant on known_places using (coalesce(agency_id = (select visible_agency()), true));

-- What waits for a person is read kind by kind from its latest on, however much there is; what was skipped waits for nobody.
drop index deliveries_attention;
create index deliveries_attention on deliveries (agency_id, state, due_at) where state in ('uncertain', 'missed', 'failed', 'waiting') and skipped_at is null;

-- A file that nothing needs is marked when that is first seen, and goes thirty days later; its stored names stand apart until the
-- bytes are gone, so that no crash loses one.
alter table files add column unneeded_since timestamptz;
create index files_unneeded on files (unneeded_since) where unneeded_since is not null;
create table dropped_files (
  name text primary key,
  agency_id bigint not null references agencies on delete cascade
);
create index dropped_files_agency on dropped_files (agency_id);
alter table dropped_files enable row level security;
alter table dropped_files force row level security;
create policy tenant on dropped_files using (coalesce(agency_id = (select visible_agency()), true));
