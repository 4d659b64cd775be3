import { tryEverybody } from './who-may-call.ts';
import { chosenCalls } from './chosen-calls.ts';

await tryEverybody(chosenCalls());
