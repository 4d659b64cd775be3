import { tryBadInput } from './bad-input.ts';
import { chosenCalls } from './chosen-calls.ts';

await tryBadInput(chosenCalls());
