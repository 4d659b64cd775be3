/**
 * Imported first by `npm start`: keeps the young generation small, so that an idle process stays small. Measured on the
 * main process, idle with the sample agency, PSS: 114 MB without, 94 MB with it. NOTE the size itself
 * (`--max-semi-space-size`) cannot be set at run time in Node 24.21; see heap-flags.ts.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
