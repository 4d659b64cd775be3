/** Content streams and their items. */
export { streamCalls } from './calls.ts';
export { addTexts } from './add-texts.ts';
export { exchangedCredits, exchangedParagraphs, withCredits } from './credits.ts';
export { findItem, findItemOfPost, insertItems, listItems } from './item-queries.ts';
export { presentItem } from './present.ts';
export { eraseSampleStreams, findStream, insertStream, lockStream } from './queries.ts';
export { bytesOfTexts } from './quota.ts';
export { addFile } from './upload.ts';
export { lockStreamsWithFile, swapFileInTexts, swapFileOfItems } from './swap-file.ts';
