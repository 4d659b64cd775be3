import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import * as effects from '#contract/base/effects.ts';

const file = fileURLToPath(new URL('../contract/base/effects.ts', import.meta.url));

/**
 * Replaces contract/base/effects.ts by its computed tables: they are plain data, and the contract behind them would
 * pull in zod and every schema.
 */
export function evaluateEffects(): Plugin {
  return {
    name: 'evaluate-effects',
    load: {
      filter: { id: /\/contract\/base\/effects\.ts$/ },
      handler: (id) =>
        id === file
          ? Object.entries(effects)
              .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`)
              .join('\n')
          : null,
    },
  };
}
