-- Counts the decisions about a post, so that a decision made on a stale page is refused. The fingerprint tells content.
alter table approvals add column decision integer not null default 0;
