import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { aClient, aServer } from '../../app/testing/server.ts';
import { makeReportPdf } from './make-report-pdf.job.ts';

const server = await aServer({ clock: () => new Date('2026-07-01T04:00:00Z') });
await server.db.pool.query(`update users set membership = 'enterprise__unlimited'`);
const client = await aClient(server.db, server.owner, { name: 'Old Mill' });

test('a PDF for which no folder can be created is marked as failed after the last attempt', async () => {
  const june = { id: client.id, month: '06', year: '2026' } as const;
  const { id } = await server.ask('make-report-pdf', june);
  const config = { ...server.services.config, dataDir: fileURLToPath(import.meta.url) };
  const lastTry = { signal: new AbortController().signal, jobId: 'job', retryCount: 2 };
  const making = makeReportPdf({ ...server.services, config })({ pdfId: id }, lastTry);
  await assert.rejects(making, /ENOTDIR/);
  assert.equal((await server.ask('fetch-report-pdf', june))?.state, 'failed');
});
