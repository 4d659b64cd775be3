import { calls } from '#contract/index.ts';
import { tryEffects } from './declared-effects.ts';

await tryEffects(calls);
