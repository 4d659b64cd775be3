/** The part of the package that we use; it has no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'truetype';
    variationAxes?: Readonly<Record<string, number>>;
    noHinting?: boolean;
    dropTables?: readonly string[];
  };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
