/** What other features may use of typefaces. */
export { allCharacters, faceName, fontFilesIn, takenFonts, type TakenFont } from './taken.ts';
export { fontPath, typefaces } from './typefaces.ts';
