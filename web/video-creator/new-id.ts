const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** So many random letters and digits. */
export function randomLetters(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(count)), (value) => letters[value % letters.length]).join(
    '',
  );
}

/** An id for a new slide. */
export const newTileId = (): string => `slide-${randomLetters(8)}`;

/** A new project's name: the brand and seven letters, 'agencyreel_x7k2m9p'. */
export const newProjectName = (brand: string): string =>
  `${brand.toLowerCase().replace(/[^\p{L}\d]+/gu, '') || 'agencyreel'}_${randomLetters(7)}`;
