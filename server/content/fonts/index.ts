/** Fonts that texts can be set in: bundled ones and those that an agency has added. */
export { stackFontPath, stackOf, type FontLocation, type Stack, type StackFile } from './fonts.ts';
export { allCharacters, faceName, fontFilesIn, takenFonts, type TakenFont } from './taken.ts';
export { fontPath, typefaces } from './typefaces.ts';
