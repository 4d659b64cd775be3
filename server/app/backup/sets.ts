/** The sets of an installation in a repository: which there are, which are whole, and which are deleted. */
import type { Contents, Manifest, SetMeans } from './manifest.ts';
import { readContents, readManifest } from './manifest.ts';
import { listOf } from './files-out.ts';
import { setsToKeep } from './thin.ts';

/** The instant in the name of a set: '20261127T023000Z'. */
const setName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The name of a set that begins now. */
export const nameOfSet = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The instant at which a set began; null for another name. */
export function instantOfSet(name: string): Date | null {
  const parts = setName.exec(name);
  return parts === null ? null : new Date(name.replace(setName, '$1-$2-$3T$4:$5:$6Z'));
}

/** A set in a repository; it is whole if it has a manifest. */
export type FoundSet = { set: string; at: Date; isWhole: boolean };

/** The sets of this installation, the newest first, and the ids of other installations' keys in the repository. */
export async function listSets({
  repository,
  key,
}: Pick<SetMeans, 'repository' | 'key'>): Promise<{ sets: FoundSet[]; otherKeys: string[] }> {
  const sets = new Map<string, FoundSet>();
  const otherKeys = new Set<string>();
  for await (const { name } of repository.list('sets')) {
    const [, owner = '', set = '', object = ''] = name.split('/');
    const at = instantOfSet(set);
    if (at === null) continue;
    if (owner !== key.id) otherKeys.add(owner);
    else sets.set(set, { set, at, isWhole: object === 'manifest.json' || (sets.get(set)?.isWhole ?? false) });
  }
  return { sets: [...sets.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime()), otherKeys: [...otherKeys] };
}

/** A set to read. */
export type OpenSet = { set: string; manifest: Manifest; contents: Contents };

/** Opens a set, the newest whole one by default. Throws an Error of one line if there is none, or it cannot be used. */
export async function openSet(means: SetMeans, wanted?: string): Promise<OpenSet> {
  const { sets, otherKeys } = await listSets(means);
  const set = wanted ?? sets.find(({ isWhole }) => isWhole)?.set;
  const { title } = means.repository;
  if (set === undefined || !sets.some((found) => found.set === set)) {
    const other = otherKeys.length === 0 ? '' : `; it has sets of another SECRET_KEY (${otherKeys.join(', ')})`;
    const what = set ?? (sets.length > 0 ? 'whole set' : 'set');
    throw new Error(`${title} has no ${what} of this installation's key (${means.key.id})${other}`);
  }
  const manifest = await readManifest(means, set);
  if (manifest === null) throw new Error(`the set ${set} is not whole: its backup did not finish`);
  return { set, manifest, contents: await readContents(means, manifest) };
}

/** Half sets are deleted once no backup can still be writing them. */
const halfHours = 24;

/**
 * Deletes the sets that are too many, old half sets, and objects of the pool that no set names. Returns the names of
 * the deleted sets. Only one backup of a database runs at a time, so nobody else writes to the pool.
 */
export async function thinSets(means: SetMeans, now: Date): Promise<string[]> {
  const { sets } = await listSets(means);
  const whole = sets.filter(({ isWhole }) => isWhole);
  const kept = setsToKeep(whole.map(({ at }) => at));
  const isOver = ({ at, isWhole }: FoundSet): boolean =>
    isWhole ? !kept.has(at.getTime()) : at.getTime() < now.getTime() - halfHours * 3_600_000;
  const over = sets.filter(isOver).map(({ set }) => set);
  for (const set of over) await deleteSet(means, set);
  await thinPool(
    means,
    whole.filter((set) => !isOver(set)).map(({ set }) => set),
  );
  return over;
}

/** Deletes a set, its manifest first, so that what is left is never taken for a whole one. */
export async function deleteSet({ repository, key }: Pick<SetMeans, 'repository' | 'key'>, set: string): Promise<void> {
  const folder = `sets/${key.id}/${set}`;
  await repository.delete(`${folder}/manifest.json`);
  for await (const { name } of repository.list(folder)) await repository.delete(name);
}

/** Deletes the objects that no set names any more. The pools of other passphrases end with their last set. */
async function thinPool(means: SetMeans, sets: readonly string[]): Promise<void> {
  const named = new Set<string>();
  const pools = new Set([means.seal.id]);
  for (const set of sets) {
    const manifest = await readManifest(means, set);
    if (manifest === null) return;
    pools.add(manifest.seal);
    if (manifest.seal !== means.seal.id) continue;
    const contents = await readContents(means, manifest);
    for await (const { object } of listOf(means, { set, contents })) named.add(object);
  }
  for await (const { name } of means.repository.list(`pool/${means.key.id}`)) {
    const [, , pool = '', , object = ''] = name.split('/');
    if (pool === means.seal.id ? !named.has(object) : !pools.has(pool)) await means.repository.delete(name);
  }
}
