import { tryEffects } from './declared-effects.ts';
import { chosenCalls } from './chosen-calls.ts';

await tryEffects(chosenCalls());
