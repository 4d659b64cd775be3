const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits, `count` of them. */
export function randomCharacters(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(count)), (value) => letters[value % letters.length]).join(
    '',
  );
}

/** An id for a new slide. */
export const newTileId = (): string => `slide-${randomCharacters(8)}`;

/** A name for a new project: the brand and seven random characters, 'agencyreel_x7k2m9p'. */
export const newProjectName = (brand: string): string =>
  `${brand.toLowerCase().replace(/[^\p{L}\d]+/gu, '') || 'agencyreel'}_${randomCharacters(7)}`;
