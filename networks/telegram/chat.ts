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
 * Turns a typed name of a chat (a number, `@name`, a bare name or a public link) into the form that Telegram accepts:
 * `'https://t.me/bakery' -> '@bakery'`; null if it is none of these.
 */
export function chatIdOf(typed: string): string | null {
  const text = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^(www\.)?(t|telegram)\.me\/(s\/)?/i, '')
    .replace(/\/$/, '');
  if (/^-?\d{1,20}$/.test(text)) return text;
  const name = /^@?([a-z]\w{3,31})$/i.exec(text)?.[1];
  return name === undefined ? null : `@${name}`;
}

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
