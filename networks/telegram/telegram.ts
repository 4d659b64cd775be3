import { z } from 'zod';
import { jsonBody, type Body } from '#outbound/body.ts';
import { multipartBody, type FilePart } from '#outbound/multipart.ts';
import type { Http } from '#outbound/request.ts';
import { composeCaption, cutText } from '#rules/captions.ts';
import type {
  Account,
  Connected,
  Limits,
  Media,
  Outcome,
  PostContent,
  PublishContext,
  TypedNetwork,
} from '../network.ts';
import { openBot, readAnswer, type Bot } from './api.ts';
import { chatShape, externalIdOf, memberShape, chatAndTopicOf, postUrlOf, typedChatOf, whyNotPost } from './chat.ts';

/**
 * Lengths: sendMessage accepts 1-4096, a caption 0-1024 characters after entities parsing (Bot API 10.1), counted in
 * UTF-16 units as entity offsets are. Sizes: "Sending files" there, multipart: photo 10 MB, other files 50 MB;
 * sendPhoto: width and height together 10000 at most, ratio 20 at most. Pace: telegra.ph/Hitting-limits-bot-FAQ by
 * Telegram Bot Support (read 2026-11-21): one a second in a chat, 20 a minute in a group, about 30 a second for one
 * bot. We keep to one a second; a catch-up of more than 20 posts in a group gets a 429 with the time to wait.
 */
export const telegramLimits: Limits = {
  gapSeconds: 1,
  parallel: 100,
  textLength: 4096,
  captionLength: 1024,
  titleLength: null,
  lengthUnit: 'utf16',
  imageBytes: 10_000_000,
  videoBytes: 50_000_000,
  videoSeconds: null,
  media: { imageSides: 10_000, imageRatio: 20 },
};

const mediaTimeoutMs = 180_000;
const userShape = z.object({ id: z.number(), username: z.string().optional() });
const messageShape = z.object({ message_id: z.number(), chat: chatShape });

/**
 * Telegram through a bot. `connect` reads `chat_id` and `bot_token`. A bot can neither list nor recognise its own
 * posts, so there is no `find`: a lost answer becomes a question to the person.
 */
export function telegram({ http, apiUrl, webUrl }: { http: Http; apiUrl: string; webUrl: string }): TypedNetwork {
  return {
    id: 'telegram',
    limits: telegramLimits,
    connect: (input, { signal }) => connect({ http, apiUrl, input, signal }),
    async publish(content, account, context) {
      const bot = openBot({ http, apiUrl, token: account.credentials['botToken'] ?? '' });
      return publish({ bot, webUrl, content, account, context });
    },
  };
}

async function connect({
  http,
  apiUrl,
  input,
  signal,
}: {
  http: Http;
  apiUrl: string;
  input: Readonly<Record<string, string>>;
  signal: AbortSignal;
}): Promise<Connected> {
  const token = (input['bot_token'] ?? '').trim();
  const typed = typedChatOf(input['chat_id'] ?? '');
  if (!/^\d+:[\w-]+$/.test(token))
    return refused('This is not a bot token. @BotFather gives one that looks like 123456:ABC-DEF.');
  if (typed === null)
    return refused(
      'This is not a chat id. It is a number such as -1001234567890, or the @name of a public channel or group. ' +
        'Add the number of a topic as in -1001234567890_42.',
    );

  const bot = openBot({ http, apiUrl, token });
  const me = readAnswer(await bot('getMe', jsonBody({}), { signal }), userShape);
  if (me.kind !== 'result') {
    const wrongToken = me.kind === 'failed' && me.outcome.kind === 'unauthorized';
    return refused(wrongToken ? 'Telegram does not know this bot token. Copy it again from @BotFather.' : reasonOf(me));
  }
  const getChat = async (id: string) =>
    readAnswer(await bot('getChat', jsonBody({ chat_id: id }), { signal }), chatShape);
  const named = await getChat(typed.chatId);
  // A group that became a supergroup: its former id names the current one.
  const chat = named.kind === 'migrated' ? await getChat(named.chatId) : named;
  if (chat.kind !== 'result') return refused(chat.kind === 'failed' ? chatRefusal(chat) : reasonOf(chat));
  if (chat.result.type !== 'private') {
    const member = readAnswer(
      await bot('getChatMember', jsonBody({ chat_id: chat.result.id, user_id: me.result.id }), { signal }),
      memberShape,
    );
    // A channel shows its members to administrators only: a refusal here means that the bot is not an administrator.
    if (member.kind !== 'result') return refused(member.kind === 'failed' ? chatRefusal(member) : reasonOf(member));
    const why = whyNotPost(chat.result, member.result);
    if (why !== null) return refused(why);
  }
  const { id, type, title, username, first_name: firstName, is_forum: isForum = false } = chat.result;
  const name = title ?? username ?? firstName ?? String(id);
  if (typed.topic !== null && !isForum && !typed.isLink)
    return refused(`"${name}" has no topics. Enter its id without the number behind it.`);
  const topic = isForum ? typed.topic : null;
  return {
    kind: 'connected',
    account: {
      externalId: externalIdOf(String(id), topic),
      username: topic === null ? name : `${name}, topic ${topic}`,
      profile: { chatType: type, chatUsername: username ?? '', botUsername: me.result.username ?? '' },
      credentials: { botToken: token },
    },
  };
}

const refused = (message: string): Connected => ({ kind: 'refused', message });

const reasonOf = (answer: { kind: 'migrated' } | { kind: 'failed'; outcome: { message: string } }): string =>
  answer.kind === 'failed' ? answer.outcome.message : 'This group has moved to another id. Please use its new id.';

function chatRefusal({
  status,
  description,
  outcome,
}: {
  status: number | null;
  description: string;
  outcome: { message: string };
}): string {
  if (status === 400 && /not found/i.test(description))
    return 'Telegram finds no such chat for this bot. Check the id, and add the bot to the chat first.';
  if (status === 403 || status === 400)
    return (
      'The bot has no access to this chat. Add it there as an administrator, then connect again. ' +
      `(${outcome.message})`
    );
  return outcome.message;
}

/** The fields of one post, which are sent again to the new id if the group has become a supergroup. */
type Draft = { method: string; fields: Readonly<Record<string, string>>; media: FilePart | null };

async function publish({
  bot,
  webUrl,
  content,
  account,
  context,
}: {
  bot: Bot;
  webUrl: string;
  content: PostContent;
  account: Account;
  context: PublishContext;
}): Promise<Outcome> {
  const draft = draftOf(content);
  if (draft === null) return { kind: 'rejected', message: 'There is nothing to post: the item has no text' };
  const { media } = draft;
  const { chatId, topic } = chatAndTopicOf(account.externalId);
  await context.fence({
    payload: {
      method: draft.method,
      chatId: account.externalId,
      ...draft.fields,
      fileName: media?.file.fileName,
      sizeBytes: media?.file.sizeBytes,
    },
  });
  const send = async (id: string) => {
    const timeoutMs = media === null ? undefined : mediaTimeoutMs;
    const options = timeoutMs === undefined ? { signal: context.signal } : { signal: context.signal, timeoutMs };
    return readAnswer(await bot(draft.method, bodyOf(draft, { chatId: id, topic }), options), messageShape);
  };
  const first = await send(chatId);
  // A migration is a refusal that names the new id: nothing was posted, so sending once more cannot duplicate.
  const answer = first.kind === 'migrated' ? await send(first.chatId) : first;
  if (answer.kind === 'migrated') return { kind: 'rejected', message: 'Telegram keeps moving this group to other ids' };
  if (answer.kind === 'failed') return answer.outcome;

  const { message_id: messageId, chat } = answer.result;
  const postUrl = postUrlOf({ webUrl, chat, messageId });
  const published = { kind: 'published', postId: String(messageId), postUrl } as const;
  if (first.kind !== 'migrated') return published;
  const profile = { ...account.profile, chatType: chat.type, chatUsername: chat.username ?? '' };
  return { ...published, account: { externalId: externalIdOf(first.chatId, topic), profile } };
}

function draftOf(content: PostContent): Draft | null {
  const { media } = content;
  const text = composeCaption({ title: content.title, text: content.text });
  const { textLength, captionLength, lengthUnit: unit } = telegramLimits;
  if (media === null) {
    return text === ''
      ? null
      : { method: 'sendMessage', fields: { text: cutText(text, { limit: textLength, unit }) }, media: null };
  }
  const caption = cutText(text, { limit: captionLength, unit });
  const fields = caption === '' ? {} : { caption };
  switch (media.kind) {
    case 'image':
      return { method: 'sendPhoto', fields, media: { field: 'photo', file: media } };
    case 'video':
      return {
        method: 'sendVideo',
        fields: { ...fields, ...videoFacts(media), supports_streaming: 'true' },
        media: { field: 'video', file: media },
      };
    default:
      return media.kind satisfies never;
  }
}

function videoFacts({ width, height, durationMs }: Media): Record<string, string> {
  return {
    ...(width !== null && height !== null ? { width: String(width), height: String(height) } : {}),
    ...(durationMs === null ? {} : { duration: String(Math.round(durationMs / 1000)) }),
  };
}

function bodyOf({ fields, media }: Draft, { chatId, topic }: ReturnType<typeof chatAndTopicOf>): Body {
  const all = { chat_id: chatId, ...(topic === null ? {} : { message_thread_id: topic }), ...fields };
  return media === null ? jsonBody(all) : multipartBody({ fields: all, files: [media] });
}
