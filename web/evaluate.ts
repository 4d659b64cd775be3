import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import * as effects from '#contract/effects.ts';

const file = fileURLToPath(new URL('../contract/effects.ts', import.meta.url));

/**
 * Replaces contract/effects.ts by the tables it comes to: they are plain data, and the contract they are made from
 * would bring zod and every schema along.
 */
export function evaluateEffects(): Plugin {
  return {
    name: 'evaluate-effects',
    load: {
      filter: { id: /\/contract\/effects\.ts$/ },
      handler: (id) =>
        id === file
          ? Object.entries(effects)
              .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`)
              .join('\n')
          : null,
    },
  };
}
