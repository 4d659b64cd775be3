/** `npm run check`: types, lint and the rules of the house, without running the product. */
import { check } from './stages.ts';

process.exitCode = (await check()) ? 0 : 1;
