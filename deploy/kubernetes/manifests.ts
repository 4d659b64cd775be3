/** The files that `npm run kubernetes` writes, each a list of resources that Kubernetes' own schemas accept. */
import { stringify } from 'yaml';
import { base } from './base.ts';
import { caddy } from './caddy.ts';
import { network } from './network.ts';
import { web } from './web.ts';
import { worker } from './worker.ts';

/** The resources by the name of their file, in the order in which they are applied. */
export const resources = {
  '1-before.yaml': base,
  '2-product.yaml': [...web, ...worker, ...caddy, ...network],
} as const;

const head = '# Written by `npm run kubernetes` from the TypeScript beside it; change that instead.\n';

/** The text of each file, by its name. Throws if a resource does not match its schema. */
export const manifests = (): [name: string, text: string][] =>
  Object.entries(resources).map(([name, list]) => {
    for (const resource of list) resource.validate();
    return [
      name,
      head + list.map((resource) => stringify(resource.toJSON(), { lineWidth: 0, singleQuote: true })).join('---\n'),
    ];
  });
