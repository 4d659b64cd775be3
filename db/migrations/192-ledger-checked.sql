-- How far the hourly check of the ledger came: `LedgerProgress` in server/publishing/plan/ledger-progress.ts.
alter table installation add column ledger_checked jsonb not null default '{}';
