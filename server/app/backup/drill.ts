import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Config } from '../../base/settings/config.ts';
import { openPooled } from './files-in.ts';
import { listOf, type FileLine } from './files-out.ts';
import { openFrom, restore, type Restored } from './restore.ts';

/** What a drill has found. */
export type Drilled = Restored & { sampled: number; seconds: number };

/** As many files are read whole and compared with their hashes. */
const sampleSize = 50;

/**
 * Restores the newest set into a database that exists only meanwhile, and reads a sample of its files. `adminUrl` may
 * create databases; `url` is the role that restores. Throws an Error of one line about what is wrong with the set.
 */
export async function drill({
  url,
  adminUrl,
  config,
  from,
  random = Math.random,
}: {
  url: string;
  adminUrl: string;
  config: Config;
  from: string;
  random?: () => number;
}): Promise<Drilled> {
  const began = performance.now();
  const name = `agencyreel_drill_${randomBytes(6).toString('hex')}`;
  const owner = new URL(url).username;
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'backup drill' });
  admin.on('error', () => {
    /* the running statement fails and throws */
  });
  await admin.connect();
  try {
    await create(admin, name, decodeURIComponent(owner));
    const scratch = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const restored = await restore({ url: scratch, config, from, withFiles: false });
    const sampled = await checkSample({ config, from, set: restored.set, random });
    return { ...restored, sampled, seconds: (performance.now() - began) / 1000 };
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

async function create(admin: pg.Client, name: string, owner: string): Promise<void> {
  const owned = owner === '' ? '' : ` owner ${pg.escapeIdentifier(owner)}`;
  try {
    await admin.query(`create database ${name} template template0${owned}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
    throw new Error(`the role ${owner} may not create the drill's database: alter role ${owner} createdb`, {
      cause: error,
    });
  }
}

async function checkSample({
  config,
  from,
  set,
  random,
}: {
  config: Config;
  from: string;
  set: string;
  random: () => number;
}): Promise<number> {
  const { means, opened } = await openFrom(config, { from, set });
  if (opened.contents.files.kind === 'versions') return 0;
  const lines = await sampleOf(listOf(means, opened), random);
  for (const line of lines) for await (const piece of await openPooled(means, line)) void piece;
  return lines.length;
}

/** A uniform sample of a list of unknown length (reservoir sampling). */
async function sampleOf(lines: AsyncIterable<FileLine>, random: () => number): Promise<FileLine[]> {
  const sample: FileLine[] = [];
  let seen = 0;
  for await (const line of lines) {
    seen += 1;
    const at = sample.length < sampleSize ? sample.length : Math.floor(random() * seen);
    if (at < sampleSize) sample[at] = line;
  }
  return sample;
}
