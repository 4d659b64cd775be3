/** Pictures in formatted texts: copied from sources, looked up in the library, credited, and recorded as used. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { escapeHtml, plainTextOf } from '#rules/captions.ts';
import type { OwnWords } from '#rules/own-words.ts';
import { mostPictures, picturesIn, pictureTagOf, withPictures } from '#rules/pictures.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { filesBehind, listCredits, listUsedByItem, type FileRow } from '../../base/files/index.ts';
import { isFoundAddress, takeFound } from '../stock/index.ts';
import { cleanFormatted } from './formatted.ts';
import type { ItemWords } from './item-queries.ts';

type Taking = Pick<OutsideContext, 'user' | 'services' | 'transaction' | 'now' | 'signal'>;

/** Whether texts may contain something that `takePictures` has to copy. */
export const mayHoldFound = (texts: readonly string[]): boolean =>
  texts.some((text) => text.includes('<img') && text.includes('/found/'));

/**
 * Formatted texts with search results replaced by copies in the agency's library. Each is copied once. Throws as
 * `takeFound` does; what was copied by then stays in the library.
 */
export async function takePictures(
  texts: readonly string[],
  { user, services, transaction, now, signal }: Taking,
): Promise<string[]> {
  const clean = texts.map((text) => (mayHoldFound([text]) ? cleanFormatted(text) : text));
  const found = addressesIn(clean.filter((text) => mayHoldFound([text]))).filter((address) =>
    isFoundAddress(address, services.config),
  );
  const copies = new Map<string, string>();
  for (const address of found) {
    const taking = { agencyId: user.agencyId, userId: user.id, media: ['image'] as const, now, signal };
    const { file } = await takeFound({ services, transaction }, { ...taking, address });
    copies.set(address, fileAddress(file.name));
  }
  if (copies.size === 0) return [...texts];
  return clean.map((text) =>
    withPictures(text, ({ address, alt }) => pictureTagOf({ address: copies.get(address) ?? address, alt })),
  );
}

/** The texts of an article with copies of found pictures. */
export async function takeFoundPictures<Texts extends { words: string; own_words: OwnWords }>(
  texts: Texts,
  context: Taking,
): Promise<Texts> {
  const networks = Object.entries(texts.own_words);
  const all = [texts.words, ...networks.map(([, { description }]) => description)];
  if (!mayHoldFound(all)) return texts;
  const taken = await takePictures(all, context);
  const own: OwnWords = Object.fromEntries(
    networks.map(([network, { title }], at) => [network, { title, description: taken[at + 1] ?? '' }]),
  );
  return { ...texts, words: taken[0] ?? '', own_words: own };
}

/** The URLs of the pictures in texts, each once; throws a UserError (422) for more than a text may have. */
function addressesIn(texts: readonly string[]): string[] {
  const addresses = [...new Set(texts.flatMap((text) => picturesIn(text).map(({ address }) => address)))];
  if (addresses.length > mostPictures)
    throw new UserError(messages.picturesTooMany, { status: 422, errors: { description: messages.picturesTooMany } });
  return addresses;
}

/** Sanitised formatted texts as they are stored, and the ids of the files in them. */
export type SettledTexts = { texts: string[]; fileIds: string[] };

/**
 * Points every picture of sanitised formatted texts to its file in the agency's library. The credit of an added picture
 * (one not in `known`) becomes the last line of its text, unless the text has it already. Throws a UserError (422) for
 * a picture that is not in the library.
 */
export async function settlePictures(
  tx: Tx,
  { agencyId, texts, known }: { agencyId: string; texts: readonly string[]; known: readonly string[] },
): Promise<SettledTexts> {
  const addresses = addressesIn(texts);
  if (addresses.length === 0) return { texts: [...texts], fileIds: [] };
  const files = await filesBehind(tx, { agencyId, addresses });
  if ([...files.values()].some(({ kind }) => kind !== 'image'))
    throw new UserError(messages.fileGone, { status: 422, errors: { description: messages.fileGone } });
  const credits = new Map<string, string[]>();
  for (const { id } of files.values())
    if (!known.includes(id) && !credits.has(id)) credits.set(id, await listCredits(tx, { agencyId, fileId: id }));
  return {
    texts: texts.map((text) => settled(text, { files, credits })),
    fileIds: [...new Set([...files.values()].map(({ id }) => id))],
  };
}

type Known = { files: ReadonlyMap<string, FileRow>; credits: ReadonlyMap<string, readonly string[]> };

function settled(text: string, { files, credits }: Known): string {
  const here: FileRow[] = [];
  const led = withPictures(text, ({ address, alt }) => {
    const file = files.get(address);
    if (file === undefined) return '';
    here.push(file);
    return pictureTagOf({ address: fileAddress(file.name), alt });
  });
  const said = plainTextOf(led);
  const lines = new Set(here.flatMap(({ id }) => credits.get(id) ?? []).filter((line) => !said.includes(line)));
  return led + [...lines].map((line) => `<p>${escapeHtml(line)}</p>`).join('');
}

/** All texts of an item: the general one, then those of single networks. */
export const textsOf = ({ description, own_words }: Pick<ItemWords, 'description' | 'own_words'>): string[] => [
  description,
  ...Object.values(own_words).map((own) => own.description),
];

/** The texts of a formatted item, with their pictures pointed to the library. */
export async function settleWords<Words extends Pick<ItemWords, 'description' | 'own_words'>>(
  tx: Tx,
  { agencyId, itemId, words }: { agencyId: string; itemId: string; words: Words },
): Promise<{ words: Words; fileIds: string[] }> {
  const networks = Object.entries(words.own_words);
  const { texts, fileIds } = await settlePictures(tx, {
    agencyId,
    texts: textsOf(words),
    known: await listUsedByItem(tx, { agencyId, itemId }),
  });
  const own: OwnWords = Object.fromEntries(
    networks.map(([network, { title }], at) => [network, { title, description: texts[at + 1] ?? '' }]),
  );
  return { words: { ...words, description: texts[0] ?? '', own_words: own }, fileIds };
}
