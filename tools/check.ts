/** `npm run check`: types, lint and the rules of the house, without starting the product. */
import { check } from './stages.ts';

process.exitCode = (await check()) ? 0 : 1;
