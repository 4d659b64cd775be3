/** The messages between the web process and the picture process. */
import { works, type ImageFacts, type WorkName } from './works.ts';

/** A piece of work: its name and the file to process. */
export type Job = { id: number; work: WorkName; path: string };

/** The result. `noRoom`: the disk is full. */
export type Answer = { id: number } & (
  | ({ kind: 'made' } & ImageFacts)
  | { kind: 'damaged' }
  | { kind: 'noRoom' | 'failed'; message: string }
);

// NOTE checked by hand, because the schema library would take 15 MB of the picture process.
const isWork = (value: unknown): value is WorkName => typeof value === 'string' && Object.hasOwn(works, value);

/** Whether a message is a piece of work. */
export const isJob = (value: unknown): value is Job =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'path' in value &&
  typeof value.path === 'string' &&
  'work' in value &&
  isWork(value.work);
