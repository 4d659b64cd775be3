/** The fonts that an agency has copied from sources, in addition to the bundled ones. */
import type { Data } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { sourceName } from '#rules/source-names.ts';
import { familyOf } from '#sources/fonts/families.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { listFaces, type FaceRow } from './queries.ts';
import { typefaces } from './typefaces.ts';

/** A font in the form for designs and slides. */
export type Typeface = Data<'fetch-typefaces'>[number];

/** The characters of a file that contains all characters of its font. */
export const allCharacters = 'U+0-10FFFF';

/** A font of an agency: its entry for designs and slides, and its stored files by the name of the face. */
export type TakenFont = { id: string; typeface: Typeface; faces: readonly FaceRow[] };

/** The name of a family in URLs and comparisons: `'Open Sans' -> 'open-sans'`. */
const idOf = (family: string): string => family.trim().toLowerCase().replaceAll(' ', '-');

/** The name of a face, as the bundled fonts have it: 'lobster/latin-700-normal'. */
export const faceName = ({ family, is_bold: isBold, is_italic: isItalic }: FaceRow): string =>
  `${idOf(family)}/latin-${isBold ? 700 : 400}-${isItalic ? 'italic' : 'normal'}`;

/** The agency's own fonts by name; a bundled font of the same name takes precedence. */
export async function takenFonts(tx: Tx, agencyId: string): Promise<TakenFont[]> {
  const rows = (await listFaces(tx, agencyId)).filter(({ family }) => familyOf(family) === undefined);
  return [...Map.groupBy(rows, ({ family }) => idOf(family))].map(([id, faces]) => fontOf(id, faces));
}

function fontOf(id: string, all: readonly FaceRow[]): TakenFont {
  // Italics count only if each weight has them, because texts choose weight and slant independently.
  const weights = [...new Set(all.filter((face) => !face.is_italic).map((face) => (face.is_bold ? 700 : 400)))];
  const italics = all.filter((face) => face.is_italic);
  const hasItalic = weights.every((weight) => italics.some((face) => face.is_bold === (weight === 700)));
  const faces = all.filter((face) => !face.is_italic || (hasItalic && weights.includes(face.is_bold ? 700 : 400)));
  const [first] = faces;
  return {
    id,
    faces,
    typeface: {
      id,
      family: first?.family ?? id,
      category: sourceName(first?.source ?? ''),
      weights,
      hasItalic,
      subsets: [{ subset: 'latin', range: allCharacters }],
      files: Object.fromEntries(faces.map((face) => [faceName(face), fileAddress(face.name)])),
    },
  };
}

/** All fonts that an agency's texts can be set in: the bundled ones, then its own. */
export const typefacesOf = async (tx: Tx, agencyId: string): Promise<Typeface[]> => [
  ...typefaces,
  ...(await takenFonts(tx, agencyId)).map(({ typeface }) => typeface),
];

/** The ids of the files behind the fonts that a document or a project names, each once. */
export async function fontFilesIn(tx: Tx, { agencyId, document }: Named): Promise<string[]> {
  const ids = new Set(familiesIn(document).map(idOf));
  const fonts = (await takenFonts(tx, agencyId)).filter(({ id }) => ids.has(id));
  return [...new Set(fonts.flatMap(({ faces }) => faces.map((face) => face.file_id)))];
}

type Named = { agencyId: string; document: object };

/** The names of fonts in a document of any shape: those of a design's texts, a project's slides and a client's kit. */
function familiesIn(document: object): string[] {
  const found = new Set<string>();
  JSON.stringify(document, (key, value: unknown) => {
    if ((key === 'font' || key === 'font_name') && typeof value === 'string') found.add(value);
    if (key === 'fonts' && typeof value === 'object' && value !== null)
      for (const name of Object.values(value)) if (typeof name === 'string') found.add(name);
    return value;
  });
  return [...found];
}
