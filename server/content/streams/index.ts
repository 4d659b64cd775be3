/** Content streams and their items. */
export { streamCalls } from './calls.ts';
export { addTexts } from './add-texts.ts';
export { exchangedCredits, exchangedParagraphs, withCredits } from './credits.ts';
export { findItem, findItemOfPost, insertItems, listItems } from './item-queries.ts';
export { itemWords, presentItem } from './present.ts';
export {
  eraseSampleStreams,
  findStream,
  insertStream,
  lockStream,
  makeRealStream,
  updateStreamClient,
} from './queries.ts';
export { bytesOfItem, bytesOfTexts } from './quota.ts';
export { cleanFormatted, cleanOwnWords } from './formatted.ts';
export { erasePost, insertPost, updatePost, type PostContent } from './post-queries.ts';
export { settleWords, takeFoundPictures } from './text-pictures.ts';
export { addFile } from './upload.ts';
export { lockStreamsWithFile, swapFileInTexts, swapFileOfItems } from './swap-file.ts';
