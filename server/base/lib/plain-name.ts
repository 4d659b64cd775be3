/**
 * A name reduced to the ASCII letters allowed in file names and header fields: `Bakeries of León! -> Bakeries-of-Leon`.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '');
