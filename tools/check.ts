/** `npm run check`: types, format, lint and the house rules, without starting the product. */
import { check } from './stages.ts';

process.exitCode = (await check()) ? 0 : 1;
