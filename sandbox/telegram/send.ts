import type { Context } from '../context.ts';
import { isJson, parseJson } from '../json.ts';
import type { Bot, Chat, Entity, Post } from '../state/model.ts';
import type { Media } from '../media/store.ts';
import { bad } from './answers.ts';
import { messagePath, presentChat } from './chats.ts';
import { presentMedia } from './message.ts';

/** A message that a bot sends to a chat. */
export type Saying = {
  context: Context;
  bot: Bot;
  chat: Chat;
  text: string;
  entities: Entity[];
  media: Media[];
  replyTo: number;
  /** A topic's id, 0 for none. */ topic: number;
};

/** The id of the message that a request replies to, 0 for none. Throws Refused if there is no such message. */
export function readReply(context: Context, chat: Chat, value: unknown): number {
  const parameters = typeof value === 'string' ? parseJson(value) : value;
  if (!isJson(parameters)) return 0;
  const id = Number(parameters['message_id']);
  const known = context.state.posts.has(`telegram/${chat.id}/${id}`);
  if (!known && parameters['allow_sending_without_reply'] !== true) throw bad('message to be replied not found');
  return known ? id : 0;
}

/** Creates the message (an album takes one id per file), stores it, and returns the Message objects of the answer. */
export async function say(saying: Saying): Promise<Record<string, unknown>[]> {
  const { context, bot, chat, text, entities, media, topic } = saying;
  const topicName = chat.topics?.[topic];
  const ids = (media.length > 1 ? media : [undefined]).map(() => context.state.nextId(`telegram/${chat.id}`));
  const id = ids[0] ?? 0;
  const createdAt = context.now().toISOString();
  const path = messagePath(chat, id);
  const post: Post = {
    key: `telegram/${chat.id}/${id}`,
    network: 'telegram',
    account: String(chat.id),
    accountName: chat.title,
    author: bot.name,
    id: String(id),
    url: path && `${context.publicUrl}/${path}`,
    path,
    title: '',
    text,
    html: '',
    entities,
    status: 'sent',
    slug: '',
    tags: topicName === undefined ? [] : [topicName],
    media,
    featuredId: 0,
    createdAt,
    publishedAt: createdAt,
  };
  await context.state.commit({ kind: 'post', post });
  return ids.map((messageId, index) =>
    present(saying, { messageId, index, createdAt, group: ids.length > 1 ? String(id) : '' }),
  );
}

function present(
  { bot, chat, text, entities, media, replyTo, topic }: Saying,
  { messageId, index, createdAt, group }: { messageId: number; index: number; createdAt: string; group: string },
): Record<string, unknown> {
  const sender =
    chat.type === 'channel'
      ? { sender_chat: presentChat(chat) }
      : { from: { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username } };
  const file = media[index];
  const words =
    index > 0 || text === ''
      ? {}
      : file
        ? { caption: text, ...(entities.length > 0 ? { caption_entities: entities } : {}) }
        : { text, ...(entities.length > 0 ? { entities } : {}) };
  return {
    message_id: messageId,
    ...sender,
    chat: presentChat(chat),
    date: Math.floor(Date.parse(createdAt) / 1000),
    ...(group ? { media_group_id: group } : {}),
    ...(topic ? { message_thread_id: topic, is_topic_message: true } : {}),
    ...(replyTo ? { reply_to_message: { message_id: replyTo, chat: presentChat(chat) } } : {}),
    ...(file ? presentMedia(file) : {}),
    ...words,
  };
}
