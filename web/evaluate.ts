import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const address = new URL('../contract/base/effects.ts', import.meta.url);
const file = fileURLToPath(address);

/** Prints the tables as a module. A process of its own, since this one would keep the contract it has loaded first. */
const program = `
  for (const [name, table] of Object.entries(await import(${JSON.stringify(address)})))
    console.log(\`export const \${name} = \${JSON.stringify(table)};\`);
`;

async function evaluated(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout;
}

/**
 * Replaces contract/base/effects.ts by its computed tables: they are plain data, and the contract behind them would
 * pull in zod and every schema.
 */
export function evaluateEffects(): Plugin {
  return {
    name: 'evaluate-effects',
    load: { filter: { id: /\/contract\/base\/effects\.ts$/ }, handler: (id) => (id === file ? evaluated() : null) },
    // The tables follow from every file of the contract, which the module graph of `vite dev` does not know.
    hotUpdate({ file: changed, modules }) {
      const effects = this.environment.moduleGraph.getModulesByFile(file);
      return /\/contract\/.*\.ts$/.test(changed) ? [...modules, ...(effects ?? [])] : modules;
    },
  };
}
