/**
 * Imported by `node --import` before a worker: how much room new objects get. With less (`small-heap.ts`) a busy worker spends a
 * quarter of its time on collecting them, as 5,000 deliveries need 400 collections instead of 25. With more, chunks of files
 * stay in it for too long: publishing a film of 20 MB took 26 to 32 MB above rest with 4 MB of room, up to 65 MB with 8
 * (`npm run bench -- film publishing`). Imported by the worker's own code it comes too late: loading that has made the room by then.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--max-semi-space-size=4');
