import { defineConfig } from 'vitest/config';
import { sourceFiles } from './tools/source-files.ts';

/** What a file changes for its whole process, or measures of it: it has a process of its own. */
const ownsProcess = new RegExp(
  [
    /Object\.(assign|defineProperty)\(globalThis/,
    /setDefaultCACertificates|memoryUsage|^vi\.useFake/,
    /process\.env(\.\w+|\[[^\]]+\]) = /,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);

/** Files about what a process counts from its start, such as the names of prepared statements. */
const needsNewProcess = ['db/prepared.test.ts', 'db/statement-names.test.ts'];

const gate = sourceFiles(['.test.ts']).filter(({ path }) => !path.startsWith('e2e/'));
const [apart, together] = [true, false].map((owns) =>
  gate
    .filter(({ path, text }) => (ownsProcess.test(text) || needsNewProcess.includes(path)) === owns)
    .map(({ path }) => path),
);

export default defineConfig({
  root: import.meta.dirname,
  test: {
    pool: 'forks',
    maxWorkers: 3,
    // A loaded machine may take any time. `tools/test.ts` ends a run that hangs; a test whose subject is time limits it.
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 60_000,
    restoreMocks: true,
    silent: 'passed-only',
    reporters: ['default', './tools/vitest-summary.ts'],
    setupFiles: ['tools/vitest-setup.ts'],
    globalSetup: ['tools/vitest-global.ts'],
    experimental: { viteModuleRunner: false },
    projects: [
      { extends: true, test: { name: 'gate', isolate: false, sequence: { groupOrder: 1 }, include: together ?? [] } },
      { extends: true, test: { name: 'gate-apart', isolate: true, include: apart ?? [] } },
      { extends: true, test: { name: 'proof', isolate: true, include: ['**/*.proof.ts'] } },
    ],
  },
});
