import type { Http } from '#outbound/request.ts';
import { plainTextOf } from '#rules/captions.ts';
import { picturesIn } from '#rules/pictures.ts';
import type { Account, Found, Limits, Media, Outcome, PostContent, PublishContext, TypedNetwork } from '../network.ts';
import { connectSite } from './connect.ts';
import { bodyOf, slugOf, titleOf, uploadNameOf, type SiteFiles } from './content.ts';
import { restTransport } from './rest.ts';
import { revokeAppPassword } from './revoke.ts';
import { done, failed, type Failure, type SiteFile, type Step, type Transport } from './transport.ts';
import { openXmlrpc, xmlrpcTransport } from './xmlrpc.ts';

/**
 * WordPress itself has no limits; a site's upload_max_filesize is often 2 to 64 MB and only shows when it refuses. The
 * pace spares small shared hosts.
 */
export const wordpressLimits: Limits = {
  gapSeconds: 1,
  parallel: 50,
  textLength: null,
  captionLength: null,
  titleLength: null,
  lengthUnit: 'graphemes',
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
};

/**
 * WordPress sites anywhere. `connect` reads `url`, `username` and `password` (an application password, or the login's
 * own where the site has XML-RPC). Files and the draft are preparation; publishing the draft is the one request behind
 * the fence, and as it may be repeated for its id, a lost answer can always be settled.
 */
export function wordpress({ http }: { http: Http }): TypedNetwork {
  return {
    id: 'wordpress',
    limits: wordpressLimits,
    connect: (input, { signal }) =>
      connectSite({
        http,
        typedUrl: input['url'] ?? '',
        username: (input['username'] ?? '').trim(),
        password: (input['password'] ?? '').trim(),
        signal,
      }),
    revoke: (account, { signal }) => revokeAppPassword({ http, account, signal }),
    publish: (content, account, context) => publish(content, transportOf(http, account, context.signal), context),
    find: (_content, account, attempt, { signal }) =>
      find(transportOf(http, account, signal), attempt.remoteIds['postId']),
  };
}

function transportOf(http: Http, { profile, credentials }: Account, signal: AbortSignal): Transport {
  const login = { username: credentials['username'] ?? '', password: credentials['password'] ?? '' };
  if (profile['transport'] === 'rest')
    return restTransport({ http, apiUrl: profile['apiUrl'] ?? '', ...login, signal });
  return xmlrpcTransport({
    call: openXmlrpc({ http, url: profile['xmlrpcUrl'] ?? '', signal }),
    blogId: profile['blogId'] ?? '1',
    ...login,
  });
}

async function publish(content: PostContent, transport: Transport, context: PublishContext): Promise<Outcome> {
  const title = titleOf(content);
  const files = await storeFiles(content, transport, context);
  if (files.kind === 'failed') return unpublished(files.outcome);
  const body = bodyOf(content, files.value);
  if (body === '' && title === '')
    return { kind: 'rejected', message: 'There is nothing to post: the item has no text' };
  const postId = await makeDraft({ title, content: body, slug: content.marker.toLowerCase() }, transport, context);
  if (postId.kind === 'failed') return unpublished(postId.outcome);

  await context.fence({ payload: { title, content: body, status: 'publish' }, remoteIds: { postId: postId.value } });
  const published = await transport.publish(postId.value, { title, content: body, slug: slugOf(title) });
  if (published.kind === 'failed') return published.outcome;
  const { id, status, link } = published.value;
  if (status === 'publish') return { kind: 'published', postId: id, postUrl: link };
  return { kind: 'rejected', message: `WordPress: the site keeps the post as "${status}". Please look at it there.` };
}

/** Before the fence nothing can have been published: a lost answer only means that the preparation is done again. */
const unpublished = (outcome: Failure): Failure =>
  outcome.kind === 'unknown' ? { kind: 'unreachable', message: outcome.message } : outcome;

/** Uploads all files of a post to the site: its own, and the pictures in its text, one after the other. */
async function storeFiles(
  { media, marker, alt, pictures, html }: PostContent,
  transport: Transport,
  context: PublishContext,
): Promise<Step<SiteFiles>> {
  const own = media === null ? done(null) : await storeFile({ media, marker, alt }, { transport, context });
  if (own.kind === 'failed') return own;
  const alts = new Map(picturesIn(html ?? '').map((picture) => [picture.address, plainTextOf(picture.alt)]));
  const stored = new Map<string, SiteFile>();
  for (const { address, media: picture } of pictures) {
    const given = { media: picture, marker, alt: alts.get(address) ?? '' };
    const file = await storeFile(given, { transport, context });
    if (file.kind === 'failed') return file;
    stored.set(address, file.value);
  }
  return done({ own: own.value, pictures: stored });
}

/**
 * A file to upload to a site, remembered between tries under its name; a file with another name is uploaded as well.
 */
type FileToStore = { media: Media; marker: string; alt: string };

async function storeFile(
  { media, marker, alt }: FileToStore,
  { transport, context }: { transport: Transport; context: PublishContext },
): Promise<Step<SiteFile>> {
  const name = `file ${media.fileName} `;
  const { [`${name}Id`]: id, [`${name}Url`]: url, [`${name}Tried`]: tried } = context.remembered;
  if (id !== undefined && url !== undefined) return done({ id, url });
  const fileName = uploadNameOf(media, marker);
  // Only an earlier try can have left the file there, so the first one does not ask.
  const earlier = tried === undefined ? done(null) : await transport.findUpload(fileName);
  if (earlier.kind === 'failed') return earlier;
  if (tried === undefined) await context.remember({ [`${name}Tried`]: 'yes' });
  const file = earlier.value === null ? await transport.upload(media, fileName) : done(earlier.value);
  if (file.kind === 'done') {
    const text = alt.trim();
    // The post contains the alt text anyway, so a refusal by the site does not hold the post back.
    if (media.kind === 'image' && text !== '') await transport.describe?.(file.value.id, text);
    await context.remember({ [`${name}Id`]: file.value.id, [`${name}Url`]: file.value.url });
  }
  return file;
}

async function makeDraft(
  draft: { title: string; content: string; slug: string },
  transport: Transport,
  context: PublishContext,
): Promise<Step<string>> {
  const { postId, draftTried } = context.remembered;
  if (postId !== undefined) {
    const kept = await transport.read(postId);
    if (kept.kind === 'failed') return kept;
    // If a person deleted the draft on the site and then asks to publish again, another one is made.
    if (kept.value !== null && kept.value.status !== 'trash') return done(postId);
  }
  const earlier = draftTried === undefined ? done(null) : await transport.findBySlug(draft.slug);
  if (earlier.kind === 'failed') return earlier;
  if (draftTried === undefined) await context.remember({ draftTried: 'yes' });
  const made = earlier.value === null ? await transport.createDraft(draft) : done(earlier.value);
  if (made.kind === 'failed') return failed(made.outcome);
  await context.remember({ postId: made.value.id });
  return done(made.value.id);
}

/**
 * Looks up the draft of a lost attempt. If it is still a draft, it was certainly not published, and publishing it again
 * makes no second post.
 */
async function find(transport: Transport, postId: string | undefined): Promise<Found> {
  if (postId === undefined) return { kind: 'undecided', message: 'The attempt does not say which post it was about' };
  const post = await transport.read(postId);
  if (post.kind === 'failed') return { kind: 'undecided', message: post.outcome.message };
  const deleted = { kind: 'undecided', message: 'The post has been deleted on the site meanwhile' } as const;
  if (post.value === null) return deleted;
  switch (post.value.status) {
    case 'trash':
      return deleted;
    case 'publish':
      return { kind: 'found', postId, postUrl: post.value.link };
    case 'draft':
    case 'auto-draft':
      return { kind: 'absent' };
    default:
      return {
        kind: 'undecided',
        message: `The site keeps the post as "${post.value.status}". Please look at it there.`,
      };
  }
}
