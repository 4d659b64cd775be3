/**
 * Menus, routes and calls each ask for a permission. For every person that roles and plans make, what a menu offers can
 * be opened, and what the page then calls is granted.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { test } from 'vitest';
import { calls } from '#contract/index.ts';
import { may, permissions, roles, type Permission, type Person } from '#rules/permissions.ts';
import { plans } from '#rules/plans.ts';
import { screensOf } from './navigation.ts';

const web = resolve(import.meta.dirname, '..');

/** Every combination of role, kind of agency and plans. */
const people: readonly Person[] = roles.flatMap((role) =>
  [false, true].flatMap((isReseller) =>
    [false, true].flatMap((isWhiteLabel) =>
      plans
        .reduce<string[][]>((sets, plan) => [...sets, ...sets.map((set) => [...set, plan])], [[]])
        .map((held) => ({ role, isReseller, isWhiteLabel, membership: held.join('__') })),
    ),
  ),
);

type Route = { path: string; file: string; guard: Permission };

/** The guarded pages of routes.tsx: their name in `paths`, their file and their permission. */
function guardedRoutes(): Route[] {
  const source = readFileSync(resolve(web, 'routes.tsx'), 'utf8');
  const part = source.slice(source.indexOf('const guarded'), source.indexOf('/** The address at which the small'));
  const steps = part.matchAll(/behind\(\s*'(\w+)'|paths\.(\w+)\([^)]*\)[^]*?import\('([^']+)'\)/g);
  let guard: Permission = 'signedIn';
  return [...steps].flatMap(([, permission, path, file]) => {
    guard = permissions.find((each) => each === permission) ?? guard;
    return path === undefined || file === undefined ? [] : [{ path, file: resolve(web, file), guard }];
  });
}

const isFrame = (file: string): boolean => file.includes('/web/shell/') || file.endsWith('/web/parts/page/page.tsx');

/** The files of `web` that a page loads, at once or later. The frame around every page is not one of them. */
function filesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const target = resolve(dirname(file), path);
    if (target.startsWith(web) && !isFrame(target)) filesOf(target, seen);
  }
  return seen;
}

const whoOf = new Map(calls.map(({ name, who }) => [name, who]));
const textOf = (files: ReadonlySet<string>): string => [...files].map((file) => readFileSync(file, 'utf8')).join('\n');

/** The permissions that the calls in a text need. */
const neededBy = (text: string): Permission[] => [
  ...new Set(
    [...text.matchAll(/\buse(?:Call|List|Action)(?:<[^>]*>)?\(\s*'([\w-]+)'/g)].flatMap(([, name]) => {
      const who = [...whoOf].find(([known]) => known === name)?.[1];
      return who === undefined || who === 'anyone' ? [] : [who];
    }),
  ),
];

const clientParts: readonly Permission[] = [
  'manageClients',
  'schedule',
  'createContent',
  'connectLinks',
  'makeConnectLinks',
  'manageStreams',
  'approve',
  'sendBack',
  'askAgain',
];

/**
 * What pages offer only to some of the people who may open them. Each asks `useMay` for it, or is offered what the
 * server has filtered by that permission.
 */
const parts: Readonly<Record<string, readonly Permission[]>> = {
  dashboard: ['manageStreams', 'schedule', 'pause'],
  clients: ['deleteClients', 'pause', 'schedule'],
  addClient: clientParts,
  editClient: clientParts,
  approvals: ['schedule', 'approve', 'sendBack', 'askAgain'],
  scheduler: ['approve', 'sendBack'],
  scheduleDetail: ['engagement', 'approve', 'sendBack'],
  upgrades: ['rebrand'],
  rebranding: ['whiteLabel'],
};

const guarded = guardedRoutes();

test('every guarded page is found', () => {
  assert.ok(guarded.length >= 38, `${guarded.length} pages`);
  for (const { file } of guarded) assert.ok(existsSync(file), file);
});

test('a person may open the page of every entry in their menus', () => {
  for (const person of people)
    for (const { to, permission } of screensOf(person)) {
      const path = to.slice(1).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const route = guarded.find((each) => each.path === path);
      // A single plan shows Upgrades, which then leads to the dashboard: the specification asks for both.
      const guard = permission === 'upgrades' ? 'upgrades' : (route?.guard ?? 'signedIn');
      assert.ok(may(person, guard), `${to} for ${JSON.stringify(person)}`);
    }
});

for (const { path, file, guard } of guarded)
  test(`the page ${path} makes only calls that its people may make`, () => {
    const openTo = people.filter((person) => may(person, guard));
    const refused = neededBy(textOf(filesOf(file))).filter((who) => !openTo.every((person) => may(person, who)));
    assert.deepEqual(refused.toSorted(), [...(parts[path] ?? [])].toSorted());
  });
