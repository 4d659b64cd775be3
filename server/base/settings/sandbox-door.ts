/** Who may open the sandbox's own pages, which show all posts and all mails, password links included. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** How long a link opens the door, and how long it stays open in that browser. */
const lifetimesMs = { link: 10 * 60_000, visit: 12 * 3_600_000 } as const;
type Kind = keyof typeof lifetimesMs;

/** Whether people reach the product from elsewhere than this machine. */
export function isPublic({ hasPublicUrl, publicUrl }: Pick<Config, 'hasPublicUrl' | 'publicUrl'>): boolean {
  const { hostname } = new URL(publicUrl);
  return hasPublicUrl && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether a path of the sandbox is one of its own pages, not a network's. */
export const isOwnPage = (path: string): boolean => /^\/([?#]|$|news\.json|mail(\/|[?#]|$)|control)/.test(path);

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sandbox', 'door');
const nameOf = (token: string, kind: Kind): string => `${createHash('sha256').update(token).digest('hex')}.${kind}`;
const newToken = (): string => randomBytes(32).toString('hex');

/** A link of the operator to the sandbox's pages: it works once, for ten minutes. Only its hash is stored. */
export function makeSandboxLink(config: Pick<Config, 'dataDir' | 'publicUrl'>): string {
  const folder = folderOf(config);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  forgetOld(folder);
  const token = newToken();
  writeFileSync(join(folder, nameOf(token, 'link')), '', { mode: 0o600 });
  return `${config.publicUrl}/sandbox/?key=${token}`;
}

/** Uses a link up: answers the token of the visit that it begins, or null for a link that is used, old or invented. */
export function redeemSandboxLink(config: Pick<Config, 'dataDir'>, token: string): string | null {
  const link = join(folderOf(config), nameOf(token, 'link'));
  if (!isFresh(link, 'link')) return null;
  const visit = newToken();
  const path = join(folderOf(config), nameOf(visit, 'visit'));
  try {
    // Only one of several requests at the same time finds the file to rename.
    renameSync(link, path);
  } catch {
    return null;
  }
  const now = new Date();
  utimesSync(path, now, now);
  return visit;
}

/** Whether a visit that began with a link still lasts. */
export const isSandboxVisit = (config: Pick<Config, 'dataDir'>, token: string): boolean =>
  isFresh(join(folderOf(config), nameOf(token, 'visit')), 'visit');

function isFresh(path: string, kind: Kind): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && Date.now() - file.mtimeMs < lifetimesMs[kind];
}

function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const kind: Kind = name.endsWith('.link') ? 'link' : 'visit';
    if (!isFresh(join(folder, name), kind)) rmSync(join(folder, name), { force: true });
  }
}
