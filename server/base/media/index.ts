/** Checks, decodes and converts pictures, sound, video and fonts. */
export type { PictureRefusal } from './decode.ts';
export { findFfmpeg, sayFfmpeg } from './ffmpeg.ts';
export { findFileToFit, listSoonDue, type SoonDue } from './fit-queries.ts';
export { makeFit, rulesNameOf } from './fit.ts';
export { openGate, type Gate } from './gate.ts';
export { headOf } from './head.ts';
export { drawing, logoImage, previewImage, squareImage, thumbnailOf } from './image.ts';
export { judgedFile, type GivenFile, type MediaRefusal } from './judged.ts';
export { newFileName } from './names.ts';
export { posterOf } from './poster.ts';
export type { SoundFacts } from './sound.ts';
export { type JudgedFile, type StoredNames, bodyOf, dropFile, storeFile } from './store.ts';
export { videoFrame } from './video.ts';
