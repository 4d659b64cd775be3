/** A feature has one name: its folder in server/, its contract modules and its folder of pages. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { floors, importedByFiles } from './floors.ts';
import { isTest } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** Folders of server/ without an `index.ts`, beside `importedByFiles`, and why. */
const withoutIndex: Readonly<Record<string, string>> = {
  'app/processes': 'the top: each entry point imports only the files that its process needs',
  'app/testing': 'helpers of tests, which import files directly',
};

/** Floors whose contract modules have other names, and why. */
const freeFloors: Readonly<Record<string, string>> = {
  base: 'what every module is written with: fields, calls, lists',
  publishing: 'the floor is one feature, so the folder has its name',
};

/** Folders of web/pages/ that are no feature of their floor, and why. */
const otherPages: Readonly<Record<string, string>> = {
  'app/clients': "a client's workspace shows schedules and reports, which the floor of people may not import",
  'app/legal': 'fixed texts, which no feature serves',
  'content/contents': 'one page for the results of three features: designs, videos and batches',
};

const paths = sourceFiles(['.ts', '.tsx']).map(({ path }) => path);

/** The second-level folders of server/: 'people/users'. The floor of publishing counts as one feature. */
const featuresOf = (files: readonly string[]): Set<string> =>
  new Set(
    files
      .map((path) => /^server\/(publishing|\w+\/[\w-]+)\//.exec(path)?.[1])
      .filter((feature) => feature !== undefined),
  );

/** The features of server/ without an `index.ts`. */
const missingIndexes = (files: readonly string[]): string[] =>
  [...featuresOf(files)].filter(
    (feature) =>
      !files.includes(`server/${feature}/index.ts`) &&
      !(feature in withoutIndex) &&
      !importedByFiles.some((folder) => feature === `base/${folder}`),
  );

/** Contract modules on a floor whose name does not begin with the name of one of the floor's features. */
const misnamedModules = (files: readonly string[]): string[] =>
  files.filter((path) => {
    const { floor = '', name = '' } = /^contract\/(?<floor>\w+)\/(?<name>.+)\.ts$/.exec(path)?.groups ?? {};
    return (
      floors.some((one) => one === floor) &&
      !(floor in freeFloors) &&
      !isTest(path) &&
      ![...featuresOf(files)].some((feature) => `${floor}/${name}-`.startsWith(`${feature}-`))
    );
  });

/** Folders of pages that are not named after a feature of their floor. */
const misnamedPages = (files: readonly string[]): string[] => [
  ...new Set(
    files
      .map((path) => /^web\/pages\/(\w+\/[\w-]+)\//.exec(path)?.[1])
      .filter((folder) => folder !== undefined)
      .filter((folder) => !featuresOf(files).has(folder) && !(folder in otherPages)),
  ),
];

/** 'people/auth-profile.ts' -> 'authProfile' */
const aliasOf = (file: string): string =>
  (file.split('/').at(-1) ?? '').replace('.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lines of contract/features.ts whose alias is not the name of its file. */
const misnamedAliases = (text: string): string[] =>
  text.split('\n').filter((line) => {
    const { alias, file = '' } = /^export \* as (?<alias>\w+) from '(?<file>.+)';$/.exec(line)?.groups ?? {};
    return alias !== undefined && alias !== aliasOf(file);
  });

test('every feature of server/ has an index.ts', () => {
  assert.deepEqual(missingIndexes(paths), []);
});

test("a contract module is named after a feature of its floor, or begins with a feature's name and a dash", () => {
  assert.deepEqual(misnamedModules(paths), []);
});

test('a folder of web/pages/ is named after a feature of its floor', () => {
  assert.deepEqual(misnamedPages(paths), []);
});

test('the aliases of contract/features.ts are the names of their files', () => {
  const text = sourceFiles(['.ts']).find(({ path }) => path === 'contract/features.ts')?.text ?? '';
  assert.ok(text.includes('export * as brandKits from'));
  assert.deepEqual(misnamedAliases(text), []);
});

test('every exception is needed', () => {
  const folders = (top: string): Set<string> =>
    new Set(paths.filter((path) => path.startsWith(top)).map((path) => path.slice(top.length, path.lastIndexOf('/'))));
  const [ofServer, ofPages] = [folders('server/'), folders('web/pages/')];
  assert.deepEqual(
    Object.keys(withoutIndex).filter((folder) => !ofServer.has(folder) || paths.includes(`server/${folder}/index.ts`)),
    [],
  );
  assert.deepEqual(
    Object.keys(otherPages).filter((folder) => !ofPages.has(folder) || featuresOf(paths).has(folder)),
    [],
  );
});

test('a violation of each of these rules is found', () => {
  const planted = [
    'server/people/users/calls.ts',
    'server/people/auth/index.ts',
    'server/base/lib/days.ts',
    'contract/people/auth-profile.ts',
    'contract/people/author.ts',
    'contract/planning/auth.ts',
    'contract/base/fields.ts',
    'web/pages/people/auth/login.tsx',
    'web/pages/people/log-in/login.tsx',
    'web/pages/planning/users/users.tsx',
  ];
  assert.deepEqual(missingIndexes(planted), ['people/users']);
  assert.deepEqual(misnamedModules(planted), ['contract/people/author.ts', 'contract/planning/auth.ts']);
  assert.deepEqual(misnamedPages(planted), ['people/log-in', 'planning/users']);
  assert.deepEqual(misnamedAliases("export * as kits from './content/brand-kits.ts';"), [
    "export * as kits from './content/brand-kits.ts';",
  ]);
});
