import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { DesignFiles } from '#render/design/draw-picture.ts';
import type { Services } from '../../base/handlers.ts';
import { addressesIn, filesBehind } from '../../base/files/index.ts';
import { emojiDrawing, iconDrawing } from '../icons/index.ts';
import { faceName, fontFilesIn, fontPath, fallbackFonts, fallbackPath, takenFonts, typefaces } from '../fonts/index.ts';

/** The files of a design, and the ids of those from the library, whose licences the picture inherits. */
export type FilesOfDesign = { files: DesignFiles; fileIds: string[] };

/** Files bundled with the product; none is a person's picture. */
export const shippedDesignFiles: DesignFiles = {
  typefaces,
  fallbackFonts: [],
  openFont: async (name) => {
    const path = fontPath(name);
    if (path === undefined) throw new Error(`no font file ${name}`);
    return readFile(path);
  },
  openPicture: async () => null,
  iconDrawing: (sign) => iconDrawing(sign, sign.colour),
  emojiSvg: emojiDrawing,
};

/** Opens the files that a document names: pictures only from the agency's own library, whatever the document says. */
export async function filesOfDesign(
  { db, storage, config }: Services,
  { agencyId, document }: { agencyId: string; document: object },
): Promise<FilesOfDesign> {
  const addresses = addressesIn(document);
  const { found, fonts, fontIds } = await db.asAgency(agencyId, async (tx) => ({
    found: await filesBehind(tx, { agencyId, addresses }),
    fonts: await takenFonts(tx, agencyId),
    fontIds: await fontFilesIn(tx, { agencyId, document }),
  }));
  const opened = new Map<string, Promise<Buffer | null>>();
  const read = async (name: string | undefined): Promise<Buffer | null> => {
    const stored = name === undefined ? null : await storage.open(name);
    return stored === null ? null : buffer(stored.body);
  };
  const ownFaces = new Map(fonts.flatMap(({ faces }) => faces.map((face) => [faceName(face), face.name])));
  return {
    fileIds: [...new Set([...[...found.values()].map(({ id }) => id), ...fontIds])],
    files: {
      ...shippedDesignFiles,
      typefaces: [...typefaces, ...fonts.map(({ typeface }) => typeface)],
      fallbackFonts,
      openFont: async (face) => {
        const fallback = await fallbackPath(config, face);
        if (fallback !== undefined) return readFile(fallback);
        return (await read(ownFaces.get(face))) ?? shippedDesignFiles.openFont(face);
      },
      openPicture: (source) => {
        const bytes = opened.get(source) ?? read(found.get(source)?.name);
        opened.set(source, bytes);
        return bytes;
      },
    },
  };
}
