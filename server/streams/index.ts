/** What other features may use of streams. */
export { addTexts } from './add-texts.ts';
export { insertItems, listItems } from './item-queries.ts';
export { eraseSampleStreams, findStream, insertStream, lockStream } from './queries.ts';
