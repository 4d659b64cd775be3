import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drill, makeBackup, restore } from '#server/app/backup/index.ts';
import { aPerson } from '#server/app/testing/people.ts';
import { parseConfig } from '#server/base/settings/config.ts';
import { withEmptyDatabase } from './own-database.ts';
import { fillAgency } from './rig.ts';
import { atMost, ms, reported, type Figure } from './table.ts';

/** A million deliveries, and 1 GB in files of 4 MB. */
const schedules = 25_000;
const files = 250;
const fileBytes = 4_000_000;

/** A backup of everything, the next one, which copies no file again, a restore and a drill. */
export async function measure(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-bench-'));
  const settings = (name: string) => ({
    ...parseConfig({ DATA_DIR: join(dir, name), SANDBOX: 'off', BACKUP_PASSPHRASE: 'correct horse battery' }),
    secretKey: Buffer.alloc(32, 7),
  });
  const [source, target] = [settings('source'), settings('target')];
  const to = join(dir, 'backups');
  writeFiles(join(source.dataDir, 'files'));
  try {
    return await withEmptyDatabase(async ({ url, adminUrl, open }) => {
      const db = open();
      const { agencyId } = await aPerson(db, { role: 'owner' });
      await fillAgency(db, { agencyId, schedules, from: '2031-01-01' });
      await db.close();
      const given = { url, config: source, to, clock: () => new Date() };
      const whole = await timed(() => makeBackup(given));
      const next = await timed(() => makeBackup(given));
      const rows = whole.result.contents.tables.reduce((sum, table) => sum + table.rows, 0);
      const back = await withEmptyDatabase((empty) =>
        timed(() => restore({ url: empty.url, config: target, from: to })),
      );
      const drilled = await timed(() => drill({ url, adminUrl, config: source, from: to }));
      return [
        reported('rows and files', `${rows} and ${whole.result.contents.files.count}`),
        reported('bytes of the set, encrypted', `${(whole.result.bytes / 1e6).toFixed(0)} MB`),
        atMost('backup of everything', whole.took, 180_000, ms),
        atMost('the next backup', next.took, 180_000, ms),
        atMost('restore', back.took, 300_000, ms),
        atMost('drill', drilled.took, 300_000, ms),
      ];
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function writeFiles(folder: string): void {
  for (let number = 0; number < files; number++) {
    const name = `${String(number).padStart(4, '0')}-file.mp4`;
    mkdirSync(join(folder, name.slice(0, 2)), { recursive: true });
    writeFileSync(join(folder, name.slice(0, 2), name), randomBytes(fileBytes));
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; took: number }> {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
}
