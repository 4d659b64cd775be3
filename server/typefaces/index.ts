/** What other features may use of typefaces. */
export { fontPath, typefaces } from './typefaces.ts';
