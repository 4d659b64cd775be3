/** The public face of fonts. */
export { fontCalls } from './calls.ts';
export { typefaceCalls } from './typeface-calls.ts';
export { stackFontPath, stackOf, type FontLocation, type Stack, type StackFile } from './fonts.ts';
export { allCharacters, faceName, fontFilesIn, takenFonts, type TakenFont } from './taken.ts';
export { fontPath, typefaces } from './typefaces.ts';
