/** What other features may use of fonts. */
export { fontPath, stackOf, type FontLocation, type Stack, type StackFile } from './fonts.ts';
