/** What other features may use of streams. */
export { insertItems, listItems } from './item-queries.ts';
export { eraseSampleStreams, findStream, insertStream, lockStream } from './queries.ts';
