import { tryEffects } from './declared-effects.ts';
import { chosenCalls } from './chosen-calls.ts';
import { tryLostAnswers } from './lost-answers.ts';
import { aMatrix } from './matrix.ts';

const matrix = await aMatrix();
await tryLostAnswers(matrix);
await tryEffects(chosenCalls(), matrix);
