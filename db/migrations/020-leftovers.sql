-- Pages that hang on one person's consent at a network, whichever agency they are connected to: found before that consent is taken back.
create index social_accounts_consent on social_accounts (network, (profile ->> 'consentBy')) where profile ? 'consentBy' and deleted_at is null;
