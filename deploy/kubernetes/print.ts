/** `npm run kubernetes`: writes the manifests beside this file. */
import { writeFileSync } from 'node:fs';
import { manifests } from './manifests.ts';

for (const [name, text] of manifests()) writeFileSync(new URL(name, import.meta.url), text);
