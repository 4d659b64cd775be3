import { calls } from '#contract/index.ts';
import { tryBadInput } from './bad-input.ts';

await tryBadInput(calls);
