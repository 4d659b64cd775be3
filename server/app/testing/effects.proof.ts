import { calls } from '#contract/index.ts';
import { tryEffects } from './declared-effects.ts';
import { aMatrix } from './matrix.ts';

await tryEffects(calls, await aMatrix());
