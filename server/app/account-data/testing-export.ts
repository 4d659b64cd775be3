/** A server with filled agencies that fetches and reads exports, for tests of exports. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { aPerson, aServer, type TestPerson } from '../testing/server.ts';
import { exportData } from './export-data.job.ts';
import { fillEveryTable } from './testing-fill.ts';
import { readZip } from './testing-zip.ts';

/** The clock of the server. */
export const clock = { now: new Date('2026-06-01T08:00:00Z') };

/** The server for tests of exports. */
export const server = await aServer({ clock: () => clock.now });

/** The server's database and services. */
export const { db, services } = server;

/** The server's storage. */
export const { storage } = services;

/** A signal that is never aborted. */
export const signal = new AbortController().signal;

/** The arguments of a job. */
export const context = { signal, jobId: 'job', retryCount: 0 };

/** Runs the job of an export. */
export const run = (exportId: string, given: Partial<typeof context> = {}) =>
  exportData(services)({ exportId }, { ...context, ...given });

/** The download as a person sees it. */
export const latest = async (as: TestPerson) => (await server.ask('fetch-account-data', {}, { as })).export;

/** Exports everything, then fetches and reads the file. */
export async function download(as: TestPerson) {
  const { id } = await server.ask('download-user-data', {}, { as });
  await run(id);
  const { url } = await server.ask('download-data-export', { id }, { as });
  const response = await server.send(url);
  assert.equal(response.status, 200);
  const path = join(services.config.dataDir, `${id}.zip`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return { id, url, response, zip: readZip(path) };
}

/** A filled agency with its owner, who has a session, and bytes in storage under the names of its files. */
export async function aFilledAgency(marker: string, idsFrom: number) {
  const filled = await fillEveryTable(db, { marker, idsFrom });
  await db.pool.query('delete from data_exports where agency_id = $1', [filled.agencyId]);
  const bytes = new Map(
    filled.objects
      .filter((name) => !name.startsWith('export-') && !/dropped|pieces/.test(name))
      .map((name) => [name, Buffer.from(`bytes of ${name}`)]),
  );
  for (const [name, body] of bytes) await storage.put(name, body, { contentType: 'image/png', sizeBytes: body.length });
  return {
    ...filled,
    bytes,
    owner: await aPerson(db, { role: 'owner', agencyId: filled.agencyId, name: `${marker} person` }),
  };
}

/** Rows as JSON. */
export const rows = z.array(z.record(z.string(), z.unknown()));
