import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import { readFields, type Call } from '../http/request.ts';
import type { Reply } from '../http/reply.ts';
import { isJson, parseJson } from '../json.ts';
import type { Bot, Chat } from '../state/model.ts';
import { bad, ok, refusal, Refused } from './answers.ts';
import { chatToWrite, findChat, isMigrated, migrate, moved, presentChat, topicOf } from './chats.ts';
import known from './fields.json' with { type: 'json' };
import { readAlbum, readFile, type Upload } from './files.ts';
import { checkPhoto, readText } from './message.ts';
import { readReply, say } from './send.ts';

const allowed = new Map<string, string[]>(Object.entries(known));

/** The Bot API at `/bot<token>/<method>` (https://core.telegram.org/bots/api, Bot API 10.1). */
export async function telegram(context: Context, call: Call): Promise<Reply> {
  try {
    return await answer(context, call);
  } catch (error) {
    if (error instanceof Refused) return refusal(error);
    throw error;
  }
}

async function answer(context: Context, call: Call): Promise<Reply> {
  const [, token = '', name = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(call.path) ?? [];
  if (!/^[1-9]\d*:[\w-]{35}$/.test(token)) throw new Refused(404, 'Not Found');
  const bot = context.state.bots.get(token);
  if (!bot?.alive) throw new Refused(401, 'Unauthorized');
  const method = name.toLowerCase();
  const fieldNames = allowed.get(method);
  if (!fieldNames) throw new Refused(404, 'Not Found: method not found');
  const read = readFields(call);
  if (!read) throw bad("can't parse the request body");
  checkNames(fieldNames, read.fields, read.files.keys());
  if (method === 'getme') return ok(presentBot(bot));
  if (method === 'getchat') {
    const { chat } = findChat(context, bot, read.fields['chat_id']);
    if (chat.movedTo !== undefined) throw moved(chat.movedTo);
    return ok(presentChat(chat));
  }
  if (method === 'getchatmember') return ok(chatMember(context, bot, read.fields));
  return send(method, { context, bot, fields: read.fields, upload: { context, files: read.files } });
}

/**
 * The real server ignores unknown fields; here a misspelt field is an error. Parts that an `attach://` names are
 * allowed.
 */
function checkNames(allowedNames: string[], fields: Record<string, unknown>, files: Iterable<string>): void {
  const wrong = Object.keys(fields).find((each) => !allowedNames.includes(each));
  if (wrong !== undefined) throw bad(`field "${wrong}" is unknown to this method (sandbox)`);
  for (const file of files) {
    if (!allowedNames.includes(file) && !JSON.stringify(fields).includes(`attach://${file}`))
      throw bad(`file "${file}" is unknown to this method (sandbox)`);
  }
}

function presentBot(bot: Bot): Record<string, unknown> {
  return {
    id: bot.id,
    is_bot: true,
    first_name: bot.name,
    username: bot.username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  };
}

function chatMember(context: Context, bot: Bot, fields: Record<string, unknown>): Record<string, unknown> {
  const { chat, membership } = findChat(context, bot, fields['chat_id']);
  if (Number(fields['user_id']) !== bot.id) throw bad('PARTICIPANT_ID_INVALID');
  const rights =
    membership.status === 'administrator' && chat.type === 'channel'
      ? { can_post_messages: membership.can, can_edit_messages: membership.can }
      : membership.status === 'restricted'
        ? { can_send_messages: membership.can }
        : {};
  return {
    user: { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username },
    status: membership.status,
    ...rights,
  };
}

type Sending = { context: Context; bot: Bot; fields: Record<string, unknown>; upload: Upload };

async function send(method: string, { context, bot, fields, upload }: Sending): Promise<Reply> {
  const chat = chatToWrite(context, bot, fields['chat_id']);
  const topic = topicOf(chat, fields['message_thread_id']);
  const replyTo = readReply(context, chat, fields['reply_parameters']);
  const content = await readContent(method, fields, upload);
  const typed = isMigrated(chat) ? content.text.replaceAll('sandbox-migrate', '') : content.text;
  return context.faults.around(
    { network: 'telegram', operation: 'create', account: String(chat.id), text: typed },
    (fault, done) => word(context, { fault, done, chat, method }),
    async () => {
      const messages = await say({ context, bot, chat, ...content, replyTo, topic });
      return ok(method === 'sendmediagroup' ? messages : messages[0]);
    },
  );
}

async function readContent(method: string, fields: Record<string, unknown>, upload: Upload) {
  if (method === 'sendmessage') return { ...readText(fields, 'text'), media: [] };
  if (method === 'sendmediagroup') {
    const { media, first } = await readAlbum(upload, fields['media']);
    return { ...readText(first, 'caption'), media };
  }
  const field = method === 'sendphoto' ? 'photo' : 'video';
  const file = await readFile(upload, field, fields[field]);
  if (field === 'photo') checkPhoto(file);
  return { ...readText(fields, 'caption'), media: [file] };
}

async function word(
  context: Context,
  { fault, done, chat, method }: { fault: Fault; done: Reply | undefined; chat: Chat; method: string },
): Promise<Reply | undefined> {
  switch (fault.kind) {
    case 'rate-limit':
      return refusal(
        new Refused(429, `Too Many Requests: retry after ${fault.seconds}`, { retry_after: fault.seconds }),
      );
    case 'error':
      return refusal(new Refused(500, 'Internal Server Error'));
    case 'revoked':
      return refusal(new Refused(401, 'Unauthorized'));
    case 'kicked':
    case 'forbidden':
      return refusal(new Refused(403, `Forbidden: bot was kicked from the ${chat.type} chat`));
    case 'chat-not-found':
      return refusal(bad('chat not found'));
    case 'migrate':
      return refusal(moved(await migrate(context, chat)));
    case 'caption':
      return refusal(bad(method === 'sendmessage' ? 'message is too long' : 'message caption is too long'));
    case 'parse':
      return refusal(bad('can\'t parse entities: Unsupported start tag "p" at byte offset 0'));
    case 'bad-photo':
      return refusal(bad('PHOTO_INVALID_DIMENSIONS'));
    case 'id-zero':
      return withIdZero(done);
    case 'expired':
    case 'duplicate':
    case 'fails':
    case 'takes':
    case 'silent':
    case 'unavailable':
    case 'html':
    case 'noise':
    case 'blocked':
    case 'app-refused':
    case 'cut':
    case 'half':
    case 'slow':
    case 'gzip':
    case 'unlisted':
    case 'unseen':
      return undefined;
    default:
      return fault.kind satisfies never;
  }
}

function withIdZero(done: Reply | undefined): Reply | undefined {
  const body = done ? parseJson(String(done.body)) : undefined;
  return isJson(body) && isJson(body['result']) ? ok({ ...body['result'], message_id: 0 }) : undefined;
}
