import { z } from 'zod';

/**
 * A chat as `getChat` and every Message return it. Ids have up to 52 bits. Source: core.telegram.org/bots/api#chat
 * (10.1).
 */
export const chatShape = z.object({
  id: z.number(),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string().optional(),
  username: z.string().optional(),
  first_name: z.string().optional(),
  is_forum: z.boolean().optional(),
  permissions: z.object({ can_send_messages: z.boolean().optional() }).optional(),
});
export type Chat = z.output<typeof chatShape>;

/** The bot's own membership of a chat. Source: core.telegram.org/bots/api#chatmember. */
export const memberShape = z.object({
  status: z.enum(['creator', 'administrator', 'member', 'restricted', 'left', 'kicked']),
  can_post_messages: z.boolean().optional(),
  can_send_messages: z.boolean().optional(),
});
export type Member = z.output<typeof memberShape>;

/**
 * A typed chat in the form that Telegram accepts, and the forum topic that was named with it. `isLink`: the number may
 * also be that of a message, whose link looks the same.
 */
export type TypedChat = { chatId: string; topic: string | null; isLink: boolean };

/**
 * Reads a typed name of a chat: a number, `@name`, a bare name or a link, also to a topic of it:
 * `'https://t.me/bakery' -> '@bakery'`, `'-1001234567890_42'`, `'t.me/c/1234567890/42'`; null if it is none of these.
 */
export function typedChatOf(typed: string): TypedChat | null {
  const text = typed
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}|\u2212/gu, '-')
    .trim();
  const [, id, topic] = /^(-?\d{1,20})(?:[_/](\d{1,10}))?$/.exec(text) ?? [];
  if (id !== undefined) return { chatId: id, topic: topicOf(topic), isLink: false };
  const address = text.replace(/^https?:\/\//i, '').replace(/^(www\.)?(t|telegram)\.me\/(s\/)?/i, '');
  const path = address.replace(/[?#].*$/, '').replace(/\/$/, '');
  const [, name, inName] = /^@?([a-z]\w{3,31})(?:\/(\d{1,10}))?(?:\/\d{1,10})?$/i.exec(path) ?? [];
  if (name !== undefined) return { chatId: `@${name}`, topic: topicOf(inName), isLink: true };
  const [, inner, inside] = /^c\/(\d{1,17})(?:\/(\d{1,10}))?(?:\/\d{1,10})?$/i.exec(path) ?? [];
  return inner === undefined ? null : { chatId: `-100${inner}`, topic: topicOf(inside), isLink: true };
}

/** The topic 1 is General, to which a bot writes without naming one. */
const topicOf = (number: string | undefined): string | null =>
  number === undefined || /^0*1?$/.test(number) ? null : number;

/** The chat and the topic of an account's id: `'-1001234567890_42'`. */
export function chatAndTopicOf(externalId: string): { chatId: string; topic: string | null } {
  const [chatId = '', topic] = externalId.split('_');
  return { chatId, topic: topic ?? null };
}

/** An account's id for a chat and a topic of it. */
export const externalIdOf = (chatId: string, topic: string | null): string =>
  topic === null ? chatId : `${chatId}_${topic}`;

/** Why the bot cannot post in the chat, for the person; null if it can. */
export function whyNotPost(chat: Chat, member: Member): string | null {
  const chatName = `"${chat.title ?? chat.username ?? chat.id}"`;
  if (member.status === 'left' || member.status === 'kicked')
    return `The bot is not in ${chatName}. Add it there, then connect again.`;
  if (chat.type === 'channel') {
    const mayPost =
      member.status === 'creator' || (member.status === 'administrator' && member.can_post_messages !== false);
    return mayPost
      ? null
      : `The bot may not post in ${chatName}. Make it an administrator who may post messages, then connect again.`;
  }
  const silenced =
    (member.status === 'restricted' && member.can_send_messages === false) ||
    (member.status === 'member' && chat.permissions?.can_send_messages === false);
  return silenced
    ? `The bot may not write in ${chatName}. Allow it to send messages or make it an administrator, then connect again.`
    : null;
}

/**
 * The address of a post, or null if Telegram has none (private chats, basic groups, a post that is still being made).
 * Links to private supergroups and channels omit the -100 of their id.
 */
export function postUrlOf({
  webUrl,
  chat,
  messageId,
}: {
  webUrl: string;
  chat: Chat;
  messageId: number;
}): string | null {
  if (messageId === 0 || chat.type === 'private' || chat.type === 'group') return null;
  if (chat.username !== undefined) return `${webUrl}/${chat.username}/${messageId}`;
  const inner = /^-100(\d+)$/.exec(String(chat.id))?.[1];
  return inner === undefined ? null : `${webUrl}/c/${inner}/${messageId}`;
}
