/**
 * The parts of designs that other features may use. Code that draws the finished picture of a design stores it in the
 * library (`keepFile`, made from the document's files) and records it here with `completeDesign`.
 */
export { designCalls } from './calls.ts';
export { drawingCalls } from './drawing-calls.ts';
export { filesOfDesign, shippedDesignFiles, type FilesOfDesign } from './design-files.ts';
export { keepPicture } from './keep-picture.ts';
export { completeDesign, findDesign } from './queries.ts';
export { swapFileInDesigns, type SwappedDesign } from './swap-file.ts';
