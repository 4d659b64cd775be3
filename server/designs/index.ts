/**
 * What other features may use of designs. Whoever draws the finished picture of a design keeps it in the library
 * (`keepFile`, made from the document's files) and notes it here by `completeDesign`.
 */
export { filesOfDesign, shippedDesignFiles, type FilesOfDesign } from './design-files.ts';
export { keepPicture } from './keep-picture.ts';
export { completeDesign, findDesign } from './queries.ts';
export { swapFileInDesigns, type SwappedDesign } from './swap-file.ts';
