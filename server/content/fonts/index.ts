/** Fonts that texts can be set in: bundled ones and those that an agency has added. */
export { fontCalls } from './calls.ts';
export { typefaceCalls } from './typeface-calls.ts';
export { stackFontPath, stackOf, type FontLocation, type Stack, type StackFile } from './fonts.ts';
export { allCharacters, faceName, fontFilesIn, takenFonts, type TakenFont } from './taken.ts';
export { fallbackFonts, fallbackPath, fallbackPaths } from './fallback-fonts.ts';
export { fontPath, typefaces } from './typefaces.ts';
