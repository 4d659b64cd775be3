import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, type Json } from '../json.ts';
import type { Media } from '../media/store.ts';
import type { Post } from '../state/model.ts';
import { duplicate, word } from './faults.ts';
import { nextId } from './ids.ts';
import { weigh } from './length.ts';
import type { Caller } from './oauth.ts';
import { forbidden, invalid, plain } from './problems.ts';
import { presentText } from './present.ts';
import { readJson } from './upload-requests.ts';
import { usableMedia } from './uploads.ts';

/** The fields of CreatePostsRequest (X's OpenAPI 2.167). Those marked false are known but not supported. */
const fields: Record<string, boolean> = {
  text: true,
  media: true,
  made_with_ai: true,
  paid_partnership: true,
  reply_settings: true,
  nullcast: false,
  card_uri: false,
  community_id: false,
  direct_message_deep_link: false,
  edit_options: false,
  for_super_followers_only: false,
  geo: false,
  poll: false,
  quote_tweet_id: false,
  reply: false,
  share_with_followers: false,
};

type Draft = { text: string; media: Media[]; mediaIds: string[] };

/** `POST /2/tweets`. */
export async function createTweet(context: Context, call: Call, caller: Caller): Promise<Reply> {
  const { user } = caller;
  const draft = readDraft(context, call, caller);
  const account = user.username;
  return context.faults.around(
    { network: 'twitter', operation: 'create', account, text: draft.text, token: caller.access },
    (fault) => word(context, fault),
    async () => {
      if (user.locked)
        return forbidden('Your account is temporarily locked. Please log in to X to unlock your account.').reply();
      if (weigh(draft.text) > (user.premium ? 25_000 : 280))
        return forbidden('You are not permitted to perform this action.').reply();
      if ((draft.text.match(/(?<!\w)\$[a-z]{1,6}\b/gi) ?? []).length > 1)
        return forbidden('You are not permitted to perform this action.').reply();
      if (isThere(context, account, draft)) return forbidden(duplicate).reply();
      const now = context.now().toISOString();
      const id = nextId(context);
      const path = `twitter/${user.username}/status/${id}`;
      const post: Post = {
        key: `twitter/${id}`,
        network: 'twitter',
        account,
        accountName: `${user.name} @${user.username}`,
        author: user.name,
        id,
        url: `${context.publicUrl}/${path}`,
        path,
        title: '',
        text: draft.text,
        html: '',
        entities: [],
        status: 'published',
        slug: draft.mediaIds.join(','),
        tags: [],
        media: draft.media,
        featuredId: 0,
        createdAt: now,
        publishedAt: now,
      };
      await context.state.commit({ kind: 'post', post });
      return json(201, { data: { id, text: presentText(context, post).text, edit_history_post_ids: [id] } });
    },
  );
}

/** `DELETE /2/tweets/{id}`: removes the post from the feeds. */
export async function deleteTweet(context: Context, { user }: Caller, id: string): Promise<Reply> {
  const post = context.state.posts.get(`twitter/${id}`);
  if (post && post.account !== user.username) throw forbidden('You are not authorized to delete this Tweet.');
  if (post) await context.state.commit({ kind: 'post', post: { ...post, status: 'deleted' } });
  return json(200, { data: { deleted: true } });
}

function readDraft(context: Context, call: Call, { user }: Caller): Draft {
  const body = readJson(call, Object.keys(fields));
  const unspoken = Object.keys(body).find((each) => fields[each] === false);
  if (unspoken !== undefined) throw plain(400, 'Invalid Request', `${unspoken} is not spoken by the sandbox.`);
  const { text = '', media } = body;
  if (typeof text !== 'string') throw invalid('text', text, '$.text: must be a text');
  for (const name of ['made_with_ai', 'paid_partnership'])
    if (body[name] !== undefined && typeof body[name] !== 'boolean')
      throw invalid(name, body[name], `$.${name}: must be a boolean`);
  const audience = body['reply_settings'];
  if (
    audience !== undefined &&
    (typeof audience !== 'string' || !['following', 'mentionedUsers', 'subscribers', 'verified'].includes(audience))
  )
    throw invalid(
      'reply_settings',
      audience,
      '$.reply_settings: does not have a value in the enumeration [following, mentionedUsers, subscribers, verified]',
    );
  const mediaIds = media === undefined ? [] : readMediaIds(media);
  if (text.trim() === '' && mediaIds.length === 0) throw invalid('text', text, 'One of text or media must be given.');
  const found = mediaIds.map((id) => usableMedia(context, user.id, id));
  const files = found.filter((each) => each !== undefined);
  if (files.length < mediaIds.length)
    throw invalid('media.media_ids', mediaIds.join(','), 'Your media IDs are invalid.');
  const moving = files.filter((each) => each.kind === 'video' || each.type === 'image/gif').length;
  if (files.length > 4 || (moving > 0 && files.length > 1))
    throw invalid(
      'media.media_ids',
      mediaIds.join(','),
      'You may attach up to 4 photos, 1 animated GIF or 1 video in a Post.',
    );
  return { text: text.trim(), media: files, mediaIds };
}

function readMediaIds(media: unknown): string[] {
  if (!isJson(media)) throw invalid('media', media, '$.media: must be an object');
  const wrong = Object.keys(media).find((each) => each !== 'media_ids' && each !== 'tagged_user_ids');
  if (wrong !== undefined)
    throw invalid(
      `media.${wrong}`,
      '',
      `$.media.${wrong}: is not defined in the schema and the schema does not allow additional properties`,
    );
  const ids: Json[string] = media['media_ids'];
  if (
    !Array.isArray(ids) ||
    ids.length === 0 ||
    !ids.every((each) => typeof each === 'string' && /^\d{1,19}$/.test(each))
  )
    throw invalid('media.media_ids', ids, '$.media.media_ids: must be a list of 1 to 4 ids');
  return ids.filter((each) => typeof each === 'string');
}

const memoryHours = 24;

/**
 * Whether the account posted the same text with the same files within the last day. X does not document how far back it
 * looks.
 */
function isThere(context: Context, account: string, { text, media }: Draft): boolean {
  const since = context.now().getTime() - memoryHours * 3_600_000;
  const files = media.map((each) => each.sha256).join();
  return context.state
    .postsOf('twitter', account)
    .some(
      (each) =>
        each.status === 'published' &&
        each.text === text &&
        each.media.map(({ sha256 }) => sha256).join() === files &&
        Date.parse(each.createdAt) > since,
    );
}
