/**
 * The parts of videos that other features may use. The renderer keeps the finished file in the library (`keepFile`,
 * made from the project's files) and records it here by `completeVideo`.
 */
export { videoCalls } from './calls.ts';
export { renderCalls } from './render-calls.ts';
export { videoStartCalls } from './start-calls.ts';
export { completeVideo, lockVideo } from './queries.ts';
export { swapFileInVideos, type SwappedVideo } from './swap-file.ts';
