import type { Context } from '../context.ts';
import type { Bot, Chat, Membership } from '../state/model.ts';
import { Refused, bad } from './answers.ts';

/**
 * The chat that a bot names by id or @username, if it may see it. Throws Refused in Telegram's words (Client.cpp
 * check_chat_access, Bot API 10.0).
 */
export function findChat(context: Context, bot: Bot, named: unknown): { chat: Chat; membership: Membership } {
  const name = typeof named === 'number' ? String(named) : typeof named === 'string' ? named.trim() : '';
  if (name === '') throw bad('chat_id is empty');
  const chat = name.startsWith('@')
    ? context.state.chatsByName.get(name.slice(1).toLowerCase())
    : context.state.chats.get(Number(name));
  if (!chat) throw bad('chat not found');
  const membership = chat.bots[String(bot.id)];
  if (!membership && !chat.username) throw bad('chat not found');
  if (membership?.status === 'kicked') throw new Refused(403, `Forbidden: bot was kicked from the ${chat.type} chat`);
  return { chat, membership: membership ?? { status: 'left', can: false } };
}

/** The chat that a bot may write to. Throws Refused if it may not. */
export function chatToWrite(context: Context, bot: Bot, named: unknown): Chat {
  const { chat, membership } = findChat(context, bot, named);
  if (chat.movedTo !== undefined) throw moved(chat.movedTo);
  if (membership.status === 'left') throw new Refused(403, `Forbidden: bot is not a member of the ${chat.type} chat`);
  if (chat.type === 'channel' && !membership.can) throw bad('need administrator rights in the channel chat');
  if (!membership.can) throw bad('not enough rights to send text messages to the chat');
  return chat;
}

/** The id of the topic that a message goes to, 0 for none. Throws Refused if the chat has no such topic. */
export function topicOf({ topics = {} }: Chat, named: unknown): number {
  if (named === undefined) return 0;
  const topic = Number(named);
  if (!(String(topic) in topics)) throw bad('message thread not found');
  return topic;
}

/** The answer about a group that became a supergroup. */
export function moved(toChatId: number): Refused {
  return new Refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
    migrate_to_chat_id: toChatId,
  });
}

/** The supergroup that the migrate sentinel turns a chat into: a copy under an id derived from the chat's own. */
export async function migrate(context: Context, chat: Chat): Promise<number> {
  const id = -1_008_000_000_000 - (Math.abs(chat.id) % 1_000_000_000);
  if (!context.state.chats.has(id))
    await context.state.commit({ kind: 'chats', chats: [{ ...chat, id, type: 'supergroup', username: '' }] });
  return id;
}

/** Whether a chat came from a migration, where the sentinel has no further effect. */
export function isMigrated(chat: Chat): boolean {
  return chat.id <= -1_008_000_000_000 && chat.id > -1_009_000_000_000;
}

/** The Chat object of an answer. */
export function presentChat(chat: Chat): Record<string, unknown> {
  return {
    id: chat.id,
    title: chat.title,
    ...(chat.username ? { username: chat.username } : {}),
    type: chat.type,
    ...(chat.topics === undefined ? {} : { is_forum: true }),
  };
}

/** The path of a message's page: `t.me/<username>/<id>`, `t.me/c/<id>/<n>`, or '' if Telegram has none. */
export function messagePath(chat: Chat, messageId: number): string {
  if (chat.username) return `t.me/${chat.username}/${messageId}`;
  if (chat.type === 'channel' || chat.type === 'supergroup')
    return `t.me/c/${String(chat.id).replace(/^-100/, '')}/${messageId}`;
  return '';
}
