/** Searches the sources of stock media, and copies their results into the library. */
export { sourceCalls } from './calls.ts';
export { foundAddress, foundPath, isFoundAddress, isTakeable, longestAddress } from './address.ts';
export { builtInPicture } from './built-in.ts';
export { oldPages } from './queries.ts';
export { questionsOf } from './questions.ts';
export { keywordOf } from './search.ts';
export { listSources, type SourceState } from './states.ts';
export { healthIn, pagesIn } from './stores.ts';
export { foundIn, takeAllFound, takeFound, withCopies } from './take.ts';
export { takeFaces, type TakenFace } from './take-faces.ts';
export type { TakeMeans, TakenFile, Taking } from './taken.ts';
export { openFound, type Viewed } from './view.ts';
