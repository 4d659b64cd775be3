import type { Context } from '../context.ts';
import { raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, text as asText, type Json } from '../json.ts';
import type { Media } from '../media/store.ts';
import type { Post } from '../state/model.ts';
import { statusOf } from './assets.ts';
import { checkFields, readJson } from './body.ts';
import { denied, duplicateOf, invalidBody, Refused, restricted, tooMany } from './errors.ts';
import { postNumber, word } from './faults.ts';
import { readLittleText } from './little-text.ts';
import { nameOf, urnOf } from './members.ts';
import type { Caller } from './oauth.ts';

const fields = {
  author: true,
  commentary: true,
  visibility: true,
  distribution: true,
  lifecycleState: true,
  isReshareDisabledByAuthor: false,
  content: false,
  contentLandingPage: false,
  contentCallToActionLabel: false,
  reshareContext: false,
  adContext: false,
  container: false,
};
/** The daily post limits of a member and of an app (from memory). */
const daily = { member: 150, app: 100_000 };

type Content = { kind: 'none' | 'image' | 'images' | 'video' | 'article'; media: Media[]; title: string; link: string };

/** `POST /rest/posts`: 201 without a body, the URN in `x-restli-id`. */
export async function createPost(context: Context, call: Call, caller: Caller): Promise<Reply> {
  const body = readJson(call, fields);
  checkEnvelope(body, caller);
  const content = readContent(context, body['content'], caller);
  const source = asText(body['commentary']);
  if (typeof body['commentary'] !== 'string') throw invalidBody(['/commentary :: is not a string']);
  if (source === '' && content.kind === 'none') throw invalidBody(['/commentary :: must not be empty without content']);
  const { text } = readLittleText(source);
  if (text.length > 3000) throw new Refused(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is longer than 3000 characters');
  countPost(context, caller);
  const account = caller.member.id;
  return context.faults.around(
    { network: 'linkedin', operation: 'create', account, text: source, token: caller.access },
    (fault) => word(context, fault),
    async () => {
      if (caller.member.restricted) return restricted().reply();
      const twin = twinOf(context, account, { text, content });
      if (twin) return duplicateOf(twin.id).reply();
      const now = context.now();
      const kind = content.kind === 'video' ? 'ugcPost' : 'share';
      const urn = `urn:li:${kind}:${postNumber(now.getTime(), context.state.nextId('linkedin/posts'))}`;
      const path = `linkedin/feed/update/${urn}/`;
      const post: Post = {
        key: `linkedin/${urn}`,
        network: 'linkedin',
        account,
        accountName: nameOf(caller.member),
        author: nameOf(caller.member),
        id: urn,
        url: `${context.publicUrl}/${path}`,
        path,
        title: content.title,
        text,
        html: '',
        entities: [],
        status: 'published',
        slug: content.link,
        tags: [],
        media: content.media,
        featuredId: 0,
        createdAt: now.toISOString(),
        publishedAt: now.toISOString(),
      };
      await context.state.commit({ kind: 'post', post });
      return raw(201, {
        type: 'application/json',
        body: '',
        headers: { 'x-restli-id': urn, 'x-linkedin-id': urn, location: `/posts/${encodeURIComponent(urn)}` },
      });
    },
  );
}

/** `DELETE /rest/posts/{urn}`: removes the post from the feed. */
export async function deletePost(context: Context, { member }: Caller, urn: string): Promise<Reply> {
  const post = context.state.posts.get(`linkedin/${urn}`);
  if (post && post.account !== member.id) throw denied('partnerApiPostsExternal.DELETE.NO_VERSION');
  if (post) await context.state.commit({ kind: 'post', post: { ...post, status: 'deleted' } });
  return raw(204, { type: 'application/json', body: '' });
}

function checkEnvelope(body: Json, { member }: Caller): void {
  if (body['author'] !== urnOf(member)) throw denied('partnerApiPostsExternal.CREATE.NO_VERSION for this author');
  const distribution = body['distribution'];
  if (!isJson(distribution)) throw invalidBody(['/distribution :: is not an object']);
  checkFields(
    distribution,
    { feedDistribution: true, targetEntities: false, thirdPartyDistributionChannels: false },
    '/distribution',
  );
  const isOneOf = (name: string, value: unknown, list: readonly string[]): string[] =>
    typeof value === 'string' && list.includes(value) ? [] : [`${name} :: "${asText(value)}" is not an enum symbol`];
  const wrong = [
    ...isOneOf('/visibility', body['visibility'], ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
    ...isOneOf('/lifecycleState', body['lifecycleState'], ['PUBLISHED']),
    ...isOneOf('/distribution/feedDistribution', distribution['feedDistribution'], ['MAIN_FEED', 'NONE']),
  ];
  if (wrong.length > 0) throw invalidBody(wrong);
}

function readContent(context: Context, value: unknown, caller: Caller): Content {
  if (value === undefined) return { kind: 'none', media: [], title: '', link: '' };
  if (!isJson(value)) throw invalidBody(['/content :: is not an object']);
  checkFields(value, { media: false, multiImage: false, article: false }, '/content');
  if (Object.keys(value).length !== 1) throw invalidBody(['/content :: must have exactly one member']);
  if (isJson(value['article'])) return readArticle(context, value['article'], caller);
  if (isJson(value['multiImage'])) {
    const images = value['multiImage']['images'];
    if (!Array.isArray(images) || images.length < 2 || images.length > 20)
      throw new Refused(400, 'INVALID_VALUE_FOR_FIELD', 'multiImage takes 2 to 20 images');
    return {
      kind: 'images',
      media: images.map((each) => readMedia(context, each, caller)).map(({ media }) => media),
      title: '',
      link: '',
    };
  }
  const { media, isVideo, title } = readMedia(context, value['media'], caller);
  return { kind: isVideo ? 'video' : 'image', media: [media], title: isVideo ? title : '', link: '' };
}

function readArticle(context: Context, article: Json, caller: Caller): Content {
  checkFields(
    article,
    { source: true, title: true, description: false, thumbnail: false, thumbnailAltText: false },
    '/content/article',
  );
  const source = asText(article['source']);
  if (!/^https?:\/\//.test(source)) throw new Refused(400, 'INVALID_VALUE_FOR_FIELD', 'article/source is no address');
  const media =
    article['thumbnail'] === undefined ? [] : [readMedia(context, { id: article['thumbnail'] }, caller).media];
  return { kind: 'article', media, title: asText(article['title']), link: source };
}

function readMedia(
  context: Context,
  value: unknown,
  { member }: Caller,
): { media: Media; isVideo: boolean; title: string } {
  if (!isJson(value)) throw invalidBody(['/content/media :: is not an object']);
  checkFields(value, { id: true, altText: false, title: false }, '/content/media');
  const urn = asText(value['id']);
  const asset = context.state.tables.linkedinAssets.get(urn);
  if (!asset || asset.owner !== urnOf(member))
    throw new Refused(400, 'INVALID_CONTENT_OWNERSHIP', `${urn} is not a file of the author`);
  const status = statusOf(asset, context.now());
  if (status === 'PROCESSING_FAILED')
    throw new Refused(400, 'MEDIA_ASSET_PROCESSING_FAILED', `${urn} could not be processed: ${asset.failure}`);
  if (status !== 'AVAILABLE' || !asset.media)
    throw new Refused(400, 'MEDIA_ASSET_WAITING_UPLOAD', `${urn} is not ready (${status})`);
  return {
    media: { ...asset.media, alt: asText(value['altText']) },
    isVideo: asset.kind === 'video',
    title: asText(value['title']),
  };
}

/** Counts a post against the daily limit, which resets at midnight UTC. Throws Refused. */
function countPost(context: Context, { member, clientId }: Caller): void {
  const now = context.now();
  const day = now.toISOString().slice(0, 10);
  for (const { who, limit, whose } of [
    { who: member.id, limit: daily.member, whose: 'MEMBER' },
    { who: clientId, limit: daily.app, whose: 'APPLICATION' },
  ] as const) {
    if (context.windows.count(`linkedin/${day}/${who}`, { limit, seconds: 86_400, now }).isOver) throw tooMany(whose);
  }
}

function twinOf(
  context: Context,
  account: string,
  { text, content }: { text: string; content: Content },
): Post | undefined {
  const files = content.media.map((each) => each.sha256).join();
  const since = context.now().getTime() - 86_400_000;
  return context.state
    .postsOf('linkedin', account)
    .find(
      (each) =>
        each.status === 'published' &&
        each.text === text &&
        each.slug === content.link &&
        each.media.map(({ sha256 }) => sha256).join() === files &&
        Date.parse(each.createdAt) > since,
    );
}
