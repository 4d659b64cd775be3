import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { DesignFiles } from '#render/design/draw-picture.ts';
import type { Services } from '../app/handlers.ts';
import { addressesIn, filesBehind } from '../library/index.ts';
import { emojiDrawing, iconDrawing } from '../icons/index.ts';
import { fontPath, typefaces } from '../typefaces/index.ts';

/** The files of a design, and the ids of those from the library, whose licences the picture inherits. */
export type FilesOfDesign = { files: DesignFiles; fileIds: string[] };

/** Files that ship with the product, none of them a person's picture. */
export const shippedDesignFiles: DesignFiles = {
  typefaces,
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
  { db, storage }: Services,
  { agencyId, document }: { agencyId: string; document: object },
): Promise<FilesOfDesign> {
  const addresses = addressesIn(document);
  const found = await db.asAgency(agencyId, (tx) => filesBehind(tx, { agencyId, addresses }));
  const opened = new Map<string, Promise<Buffer | null>>();
  const open = async (source: string): Promise<Buffer | null> => {
    const name = found.get(source)?.name;
    const stored = name === undefined ? null : await storage.open(name);
    return stored === null ? null : buffer(stored.body);
  };
  return {
    fileIds: [...new Set([...found.values()].map(({ id }) => id))],
    files: {
      ...shippedDesignFiles,
      openPicture: (source) => {
        const bytes = opened.get(source) ?? open(source);
        opened.set(source, bytes);
        return bytes;
      },
    },
  };
}
