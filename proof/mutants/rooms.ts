/** The rooms whose SQL is tried out condition by condition, each with the tests nearest to it. */
import { sourceFiles } from '../../tools/source-files.ts';
import type { Kind } from './sites.ts';

/**
 * A room: where its sources are, and its nearest tests beside those in the same folders. `least`: the percentage that
 * the tests must notice; a room without it has a reason for each mistake that they do not. 0: nobody has read them yet.
 */
type Declared = { sources: readonly string[]; tests?: readonly string[]; kind?: Kind; least?: number };

const declared: Readonly<Record<string, Declared>> = {
  'publishing/engine': { sources: ['server/publishing/engine/', 'server/publishing/repace.ts'], least: 0 },
  'publishing/plan': { sources: ['server/publishing/plan/'], tests: ['server/planning/schedules/'], least: 0 },
  'publishing/actions': { sources: ['server/publishing/actions/'], least: 0 },
  'publishing/approval': { sources: ['server/publishing/approval/'], tests: ['server/planning/approvals/'], least: 80 },
  approvals: { sources: ['server/planning/approvals/'], tests: ['server/publishing/approval/'], least: 80 },
  memberships: { sources: ['server/selling/memberships/'], least: 85 },
  uploads: { sources: ['server/content/uploads/'], least: 0 },
  batches: { sources: ['server/content/batches/'], least: 75 },
  upgrades: { sources: ['server/selling/upgrades/'], least: 0 },
  'white-label': { sources: ['server/selling/white-label/'], least: 0 },
  rules: { sources: ['rules/'], kind: 'code', least: 0 },
};

/** A room's source files and nearest test files, as paths of the project. */
export type Room = { name: string; sources: string[]; tests: string[]; kind: Kind; least: number | null };

/** All rooms. */
export function allRooms(): Room[] {
  const paths = sourceFiles(['.ts']).map(({ path }) => path);
  return Object.entries(declared).map(([name, { sources, tests = [], kind = 'sql', least = null }]) => {
    const isOf = (folders: readonly string[], path: string): boolean =>
      folders.some((folder) => path.startsWith(folder));
    const isTest = (path: string): boolean => path.endsWith('.test.ts');
    return {
      name,
      kind,
      least,
      sources: paths.filter((path) => isOf(sources, path) && !/\.(?:test|proof)\.ts$|\/testing/.test(path)),
      tests: paths.filter((path) => isTest(path) && isOf([...sources, ...tests], path)),
    };
  });
}
