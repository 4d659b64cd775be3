/** Packs the faces of a font into one reference: regular, bold, italic and bold italic, separated by spaces. */

/** Represents a face that the font lacks. */
export const noFace = '-';

/** A face of a font, with the reference that opens it. */
export type FaceReference = { isBold: boolean; isItalic: boolean; reference: string };

const order = [
  { isBold: false, isItalic: false },
  { isBold: true, isItalic: false },
  { isBold: false, isItalic: true },
  { isBold: true, isItalic: true },
] as const;

/** The faces that a font's reference names. A reference to a single file is the regular face. */
export function facesIn(reference: string): FaceReference[] {
  const references = reference.split(' ');
  return order.flatMap((face, at) => {
    const own = references[at] ?? noFace;
    return own === noFace || own === '' ? [] : [{ ...face, reference: own }];
  });
}
