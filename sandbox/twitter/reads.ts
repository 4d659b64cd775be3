import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import type { Json } from '../json.ts';
import type { Post } from '../state/model.ts';
import type { Caller } from './oauth.ts';
import { presentTweet, type Vocabulary } from './present.ts';
import { invalid, notFound, Problem } from './problems.ts';
import { findUser } from './users.ts';

const userFields = [
  'affiliation',
  'confirmed_email',
  'connection_status',
  'created_at',
  'description',
  'entities',
  'id',
  'is_identity_verified',
  'location',
  'name',
  'parody',
  'pinned_tweet_id',
  'profile_banner_url',
  'profile_image_url',
  'protected',
  'public_metrics',
  'receives_your_dm',
  'subscription',
  'subscription_type',
  'url',
  'username',
  'verified',
  'verified_followers_count',
  'verified_type',
  'withheld',
];
const tweetFields = [
  'article',
  'attachments',
  'author_id',
  'card_uri',
  'community_id',
  'context_annotations',
  'conversation_id',
  'created_at',
  'display_text_range',
  'edit_controls',
  'edit_history_tweet_ids',
  'edit_history_post_ids',
  'entities',
  'geo',
  'id',
  'in_reply_to_user_id',
  'lang',
  'media_metadata',
  'non_public_metrics',
  'note_tweet',
  'note_post',
  'organic_metrics',
  'possibly_sensitive',
  'promoted_metrics',
  'public_metrics',
  'referenced_tweets',
  'referenced_posts',
  'reply_settings',
  'scopes',
  'source',
  'suggested_source_links',
  'text',
  'withheld',
];

/** `GET /2/users/me`. */
export function me(call: Call, { user }: Caller): Reply {
  checkNames(call, ['user.fields', 'expansions', 'tweet.fields', 'post.fields']);
  const asked = listed(call, 'user.fields', userFields);
  const all: Json = {
    created_at: '2022-04-02T08:00:00.000Z',
    description: '',
    location: '',
    profile_image_url: '',
    protected: false,
    url: '',
    verified: user.premium,
    verified_type: user.premium ? 'blue' : 'none',
    public_metrics: { followers_count: 128, following_count: 64, tweet_count: 0, listed_count: 1 },
  };
  return json(200, {
    data: {
      id: user.id,
      name: user.name,
      username: user.username,
      ...Object.fromEntries(Object.entries(all).filter(([name]) => asked.includes(name))),
    },
  });
}

/**
 * `GET /2/tweets?ids=` (at most 100) and, with one id, `GET /2/tweets/{id}`. Missing posts are listed in `errors`
 * beside the others.
 */
export function lookup(context: Context, call: Call, id?: string): Reply {
  checkNames(call, [
    ...(id === undefined ? ['ids'] : []),
    'tweet.fields',
    'post.fields',
    'expansions',
    'media.fields',
    'user.fields',
  ]);
  const ids = id === undefined ? (call.query.get('ids') ?? '').split(',').filter((each) => each !== '') : [id];
  if (ids.length === 0 || ids.length > 100)
    throw invalid(
      'ids',
      call.query.get('ids'),
      'The number of values in the `ids` query parameter list must be between 1 and 100.',
    );
  const wrong = ids.find((each) => !/^\d{1,19}$/.test(each));
  if (wrong !== undefined)
    throw invalid('ids', wrong, `The \`ids\` query parameter value [${wrong}] does not match ^[0-9]{1,19}$`);
  const wish = wishOf(call);
  const found = ids.map((each) => published(context.state.posts.get(`twitter/${each}`)));
  const data = found.flatMap((post) => (post ? [presentTweet(context, post, wish)] : []));
  const errors = ids.filter((_, index) => !found[index]).map(notFound);
  return json(200, {
    ...(data.length === 0 ? {} : { data: id === undefined ? data : data[0] }),
    ...(errors.length > 0 ? { errors } : {}),
  });
}

/** `GET /2/users/{id}/tweets`, newest first; no `data` if there are none. */
export function timeline(context: Context, call: Call, id: string): Reply {
  checkNames(call, [
    'max_results',
    'pagination_token',
    'start_time',
    'end_time',
    'since_id',
    'until_id',
    'exclude',
    'tweet.fields',
    'post.fields',
    'expansions',
    'media.fields',
    'user.fields',
  ]);
  const user = findUser(id);
  if (!user || user.id !== id)
    throw new Problem(200, {
      errors: [{ ...notFound(id), detail: `Could not find user with id: [${id}].`, resource_type: 'user' }],
    });
  const most = Number(call.query.get('max_results') ?? 10);
  if (!Number.isInteger(most) || most < 5 || most > 100)
    throw invalid(
      'max_results',
      call.query.get('max_results'),
      `The \`max_results\` query parameter value [${call.query.get('max_results')}] is not between 5 and 100`,
    );
  const [start, end] = [instant(call, 'start_time'), instant(call, 'end_time')];
  const [after, before] = [BigInt(numeric(call, 'since_id') ?? 0), numeric(call, 'until_id')];
  const all = context.state
    .postsOf('twitter', user.username)
    .filter(
      (each) =>
        each.status === 'published' &&
        (start === null || Date.parse(each.createdAt) >= start) &&
        (end === null || Date.parse(each.createdAt) < end) &&
        BigInt(each.id) > after &&
        (before === null || BigInt(each.id) < BigInt(before)),
    )
    .reverse();
  const from = Number(call.query.get('pagination_token')?.replace(/^sandbox/, '') ?? 0);
  if (!Number.isInteger(from))
    throw invalid('pagination_token', call.query.get('pagination_token'), 'The pagination token is invalid.');
  const page = all.slice(from, from + most);
  const meta: Json = {
    result_count: page.length,
    ...(page.length > 0 ? { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id } : {}),
    ...(all.length > from + most ? { next_token: `sandbox${from + most}` } : {}),
  };
  return json(200, {
    ...(page.length > 0 ? { data: page.map((post) => presentTweet(context, post, wishOf(call))) } : {}),
    meta,
  });
}

const published = (post: Post | undefined): Post | undefined => (post?.status === 'published' ? post : undefined);

function wishOf(call: Call): { asked: string[]; vocabulary: Vocabulary } {
  const vocabulary = call.query.has('post.fields') ? 'post' : 'tweet';
  return { vocabulary, asked: listed(call, `${vocabulary}.fields`, tweetFields) };
}

function checkNames(call: Call, names: readonly string[]): void {
  const wrong = [...call.query.keys()].find((each) => !names.includes(each));
  if (wrong !== undefined)
    throw invalid(wrong, call.query.get(wrong), `The query parameter [${wrong}] is not one of [${names.join(',')}]`);
}

function listed(call: Call, name: string, known: readonly string[]): string[] {
  const asked = (call.query.get(name) ?? '').split(',').filter((each) => each !== '');
  const wrong = asked.find((each) => !known.includes(each));
  if (wrong !== undefined)
    throw invalid(name, wrong, `The \`${name}\` query parameter value [${wrong}] is not one of [${known.join(',')}]`);
  return asked;
}

function instant(call: Call, name: string): number | null {
  const value = call.query.get(name);
  if (value === null) return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value) || Number.isNaN(Date.parse(value)))
    throw invalid(
      name,
      value,
      `The \`${name}\` query parameter value [${value}] is not a valid date-time (YYYY-MM-DDTHH:mm:ssZ)`,
    );
  return Date.parse(value);
}

function numeric(call: Call, name: string): string | null {
  const value = call.query.get(name);
  if (value !== null && !/^\d{1,19}$/.test(value))
    throw invalid(name, value, `The \`${name}\` query parameter value [${value}] does not match ^[0-9]{1,19}$`);
  return value;
}
