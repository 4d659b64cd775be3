/** A server with filled agencies that fetches and reads exports, for tests of exports. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { aPerson, aServer, type TestPerson } from '../testing/server.ts';
import { exportData } from './export-data.job.ts';
import { fillEveryTable } from './testing-fill.ts';
import { readZip } from './testing-zip.ts';

/** Opens a server with filled agencies that fetches and reads exports, for the test file that calls it. */
export async function anExportStage() {
  /** The clock of the server. */
  const clock = { now: new Date('2026-06-01T08:00:00Z') };

  /** The server. */
  const server = await aServer({ clock: () => clock.now });

  /** Its database and services. */
  const { db, services } = server;

  /** Its storage. */
  const { storage } = services;

  /** Never aborted. */
  const signal = new AbortController().signal;

  /** The arguments of a job. */
  const context = { signal, jobId: 'job', retryCount: 0 };

  /** Runs the job of an export. */
  const run = (exportId: string, given: Partial<typeof context> = {}) =>
    exportData(services)({ exportId }, { ...context, ...given });

  /** The export that a person sees. */
  const latest = async (as: TestPerson) => (await server.ask('fetch-account-data', {}, { as })).export;

  /** Exports everything, then fetches and reads the file. */
  async function download(as: TestPerson) {
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
  async function aFilledAgency(marker: string, idsFrom: number) {
    const filled = await fillEveryTable(db, { marker, idsFrom });
    await db.pool.query('delete from data_exports where agency_id = $1', [filled.agencyId]);
    const bytes = new Map(
      filled.objects
        .filter((name) => !name.startsWith('export-') && !/dropped|pieces/.test(name))
        .map((name) => [name, Buffer.from(`bytes of ${name}`)]),
    );
    for (const [name, body] of bytes)
      await storage.put(name, body, { contentType: 'image/png', sizeBytes: body.length });
    return {
      ...filled,
      bytes,
      owner: await aPerson(db, { role: 'owner', agencyId: filled.agencyId, name: `${marker} person` }),
    };
  }

  /** Rows as JSON. */
  const rows = z.array(z.record(z.string(), z.unknown()));

  return { clock, server, db, services, storage, signal, context, run, latest, download, aFilledAgency, rows };
}
