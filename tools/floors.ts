/** The floors of server/, from bottom to top, and the feature and floor of a file. */

/** Each floor may import itself and those before it. */
export const floors = [
  'base',
  'publishing',
  'people',
  'content',
  'planning',
  'insights',
  'selling',
  'api',
  'app',
] as const;

/** What `ls server` shows besides the floors. They may import everything, as `app` does. */
export const entryPoints = ['server/admin.ts', 'server/main.ts', 'server/web.ts', 'server/worker.ts'];

/** Folders of the base with small modules that know no feature. Others import their files; they have no `index.ts`. */
export const importedByFiles: readonly string[] = ['lib', 'lists', 'secrets', 'settings', 'storage'];

/** The index of the floor of a file in server/; -1 for a folder that is not a floor. */
export const floorOf = (path: string): number =>
  entryPoints.includes(path) ? floors.length - 1 : floors.findIndex((floor) => floor === path.split('/')[1]);

/**
 * The feature of a file in server/: 'server/people/auth/calls.ts' -> 'auth'. A floor with a single feature, a file
 * beside the features and an entry point each count as their own feature.
 */
export function featureOf(path: string): string {
  const [, floor = '', feature = '', ...inside] = path.split('/');
  return floor === 'publishing' || feature === '' ? floor : inside.length === 0 ? `${floor}/${feature}` : feature;
}
