-- Whom else of an agency an account is connected to.
create index social_accounts_shared on social_accounts (agency_id, network, external_id) where deleted_at is null;
