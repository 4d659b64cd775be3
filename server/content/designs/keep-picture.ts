import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../base/handlers.ts';
import { keepFile, type FileRow } from '../../base/files/index.ts';

/** A finished picture; `madeFrom` are the library's files that it contains. */
export type ToKeep = {
  agencyId: string;
  userId: string | null;
  title: string;
  bytes: Buffer;
  madeFrom: readonly string[];
  signal: AbortSignal;
};

/** Stores a PNG in the agency's library. Throws a UserError if there is no space left. */
export async function keepPicture(services: Services, picture: ToKeep): Promise<FileRow> {
  const { agencyId, bytes, ...more } = picture;
  const dir = join(services.config.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${randomBytes(16).toString('hex')}.png`);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    return await keepFile(
      { services, transaction: (work) => services.db.asAgency(agencyId, work) },
      { ...more, agencyId, path, media: 'image', now: services.clock() },
    );
  } finally {
    await rm(path, { force: true });
  }
}
