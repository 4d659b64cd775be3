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
