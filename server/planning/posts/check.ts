/** Checks the content of a composer as if it were planned. */
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { localToInstant, instantToLocal } from '#rules/planning.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { findFile } from '../../base/files/index.ts';
import { checkItems, zoneOfClient, type ItemMedia } from '../schedules/index.ts';
import { cleaned } from './content.ts';
import { doublesOf } from './doubles.ts';
import { findItemOf } from './item-queries.ts';
import type { DraftState } from './state.ts';

type Content = Pick<DraftState, 'title' | 'words' | 'own_words' | 'format' | 'file_id'> & { title_from_file: boolean };

type Checked = {
  content: Content;
  /** The stored item; null before the first save. */
  itemId: string | null;
  clientId: string;
  accountIds: readonly string[];
  at: { localAt: string; timezone: string };
};

/** The problems of a single post by the rules of plans, without the rule about doubles, and its costs. */
export async function problemsOf(
  context: Pick<Context, 'user' | 'tx' | 'services' | 'now'>,
  { content, itemId, clientId, accountIds, at }: Checked,
): Promise<Data<'check-plan'>> {
  const { tx, user } = context;
  const { file_id: fileId, format, words, title, own_words, title_from_file } = content;
  const file = fileId === null ? undefined : await findFile(tx, { agencyId: user.agencyId, id: fileId });
  if (fileId !== null && file === undefined) throw new UserError(messages.notFound, { status: 404 });
  const isVideo = file?.kind === 'video';
  const item: ItemMedia = {
    id: itemId ?? '0',
    title,
    title_from_file,
    description: words,
    description_format: format,
    own_words,
    file_id: fileId,
    kind: isVideo ? 'video' : 'image',
    size_bytes: file === undefined ? null : String(file.size_bytes),
    width: file?.width ?? null,
    height: file?.height ?? null,
    duration_ms: file?.duration_ms ?? null,
  };
  const { problems, costs } = await checkItems(context, {
    type: file === undefined ? format : isVideo ? 'video' : 'image',
    items: [item],
    rhythm: { origin: at.localAt, zone: at.timezone, frequency: 'daily' },
    clientId,
    accountIds,
    repurpose: false,
    except: itemId,
  });
  // Doubles are answered apart, each with its post.
  return { problems: problems.filter(({ rule }) => rule !== 'again'), costs };
}

/** Answers `check-post`. */
export async function checkPost(input: Input<'check-post'>, context: Context): Promise<Reply<Data<'check-post'>>> {
  const { user, tx, now } = context;
  const { agencyId } = user;
  const { client_id: clientId, when } = input;
  const accountIds = [...new Set(input.account_ids)];
  const itemId = await findItemOf(tx, { agencyId, draftId: input.draft_id, occurrenceId: input.occurrence_id });
  if (itemId === undefined) throw new UserError(messages.notFound, { status: 404 });
  const content = cleaned(input);
  const file = input.file_id === null ? undefined : await findFile(tx, { agencyId, id: input.file_id });
  const named = content.title === '' && file !== undefined;
  const timezone = when?.timezone ?? (await zoneOfClient(tx, { agencyId, clientId }));
  const localAt = when === null ? instantToLocal(now, timezone) : `${when.date} ${when.time}`;
  const dueAt = localToInstant(localAt, timezone);
  const at = { localAt, timezone };
  const { problems, costs } = await problemsOf(context, {
    content: { ...content, title: named ? file.title : content.title, title_from_file: named },
    itemId,
    clientId,
    accountIds,
    at,
  });
  const doubles = await doublesOf(tx, {
    agencyId,
    clientId,
    accountIds,
    content: { file_id: content.file_id, description: content.words },
    dueAt,
    zone: timezone,
    except: itemId,
  });
  return { message: '', data: { problems, costs, doubles } };
}
