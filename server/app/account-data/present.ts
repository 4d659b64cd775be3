import type { DataExport } from '#contract/app/account-data.ts';
import { exportSteps } from '#rules/account-data.ts';
import type { ExportRow } from './export-queries.ts';

/** A download for the reply, without its name in storage. */
export const presentExport = (row: ExportRow): DataExport => ({
  id: row.id,
  state: row.state,
  step: exportSteps.find((step) => step === row.step) ?? null,
  percent: row.percent,
  message: row.message,
  size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
  files: row.file_count,
  missing: row.missing_count,
  created: row.created_at.toISOString(),
  finished: row.finished_at?.toISOString() ?? null,
  expires: row.expires_at?.toISOString() ?? null,
});
