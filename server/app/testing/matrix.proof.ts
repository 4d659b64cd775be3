import { calls } from '#contract/index.ts';
import { tryEverybody } from './who-may-call.ts';

await tryEverybody(calls);
