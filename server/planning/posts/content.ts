/** What a composer sends, as the item stores it. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { UserError } from '../../base/handlers.ts';
import { findFile } from '../../base/files/index.ts';
import { cleanFormatted, cleanOwnWords, type PostContent } from '../../content/streams/index.ts';
import { fullOwnWords, type DraftState } from './state.ts';

const unfit = () => new UserError(messages.postFileUnfit, { status: 422, errors: { file_id: messages.postFileUnfit } });

/** The file of a post with its kind. Throws a UserError: 404 if it is not the agency's, 422 for another kind. */
async function fileOf(tx: Tx, key: { agencyId: string; id: string }): Promise<{ type: StreamType; title: string }> {
  const file = await findFile(tx, key);
  if (file === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (file.kind !== 'image' && file.kind !== 'video') throw unfit();
  return { type: file.kind, title: file.title };
}

/** The texts of a composer cleaned as they are stored: those of an article are HTML. */
export function cleaned<Texts extends Pick<DraftState, 'words' | 'own_words' | 'format'>>(texts: Texts): Texts {
  const own_words = fullOwnWords(texts.own_words);
  if (texts.format === 'text') return { ...texts, own_words };
  return { ...texts, words: cleanFormatted(texts.words), own_words: fullOwnWords(cleanOwnWords(own_words)) };
}

/**
 * The content of a post. Without a typed title the name of its file stands for it, which is shown in lists and not
 * published.
 */
export async function contentOf(
  tx: Tx,
  {
    agencyId,
    ...post
  }: Pick<DraftState, 'title' | 'words' | 'own_words' | 'format' | 'file_id' | 'alt_text'> & { agencyId: string },
): Promise<PostContent> {
  const file = post.file_id === null ? null : await fileOf(tx, { agencyId, id: post.file_id });
  const named = post.title === '' && file !== null && file.title !== '';
  return {
    title: named ? file.title : post.title,
    title_from_file: named,
    description: post.words,
    description_format: post.format,
    own_words: post.own_words,
    alt_text: post.alt_text,
    file_id: post.file_id,
    type: file?.type ?? (post.format === 'formatted' ? 'formatted' : 'text'),
  };
}
