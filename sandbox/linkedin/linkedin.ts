import type { Context } from '../context.ts';
import { figuresOf } from '../figures.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { finalize, initialize, readVideo, upload } from './assets.ts';
import { denied, Refused } from './errors.ts';
import { nameOf } from './members.ts';
import { accessToken, authorize, callerOf, revoke } from './oauth.ts';
import { linkedinPages } from './pages.ts';
import { createPost, deletePost } from './posts.ts';
import { checkHeaders, urnInPath } from './versions.ts';

/**
 * www.linkedin.com and api.linkedin.com below one folder: consent and tokens under `/oauth/v2`, `/v2/userinfo`, the
 * versioned API under `/rest/`, signed upload addresses, and pages of posts.
 */
export async function linkedin(context: Context, call: Call): Promise<Reply> {
  try {
    if (call.path === '/oauth/v2/authorization') return await authorize(context, call);
    if (call.path === '/oauth/v2/accessToken' && call.method === 'POST') return await accessToken(context, call);
    if (call.path === '/oauth/v2/revoke' && call.method === 'POST') return await revoke(context, call);
    if (call.path.startsWith('/dms-uploads/')) return await upload(context, call);
    if (call.path === '/v2/userinfo') return userinfo(context, call);
    return call.path.startsWith('/rest/') ? await rest(context, call) : linkedinPages(context, call);
  } catch (error) {
    if (error instanceof Refused) return error.reply();
    throw error;
  }
}

/** OpenID's answer about the caller; the one call without a version. */
function userinfo(context: Context, call: Call): Reply {
  const { member, scopes } = callerOf(context, call, { needs: ['openid', 'profile'], what: 'userinfo.GET.NO_VERSION' });
  return json(200, {
    sub: member.id,
    name: nameOf(member),
    given_name: member.given,
    family_name: member.family,
    picture: '',
    locale: { country: 'US', language: 'en' },
    ...(scopes.includes('email') ? { email: member.email, email_verified: true } : {}),
  });
}

async function rest(context: Context, call: Call): Promise<Reply> {
  checkHeaders(call, context.now());
  const [, resource = '', id] = /^\/rest\/(\w+)(?:\/([^/]+))?$/.exec(call.path) ?? [];
  const action = call.query.get('action') ?? '';
  const names = [...call.query.keys()].join();
  const route = `${call.method} ${resource}${id === undefined ? '' : '/:urn'}${action === '' ? '' : ` ${action}`}`;
  const member = (what: string) => callerOf(context, call, { needs: ['w_member_social'], what });
  switch (route) {
    case 'POST images initializeUpload':
      return initialize(context, call, { caller: member('images.ACTION-initializeUpload.NO_VERSION'), kind: 'image' });
    case 'POST videos initializeUpload':
      return initialize(context, call, { caller: member('videos.ACTION-initializeUpload.NO_VERSION'), kind: 'video' });
    case 'POST videos finalizeUpload':
      return finalize(context, call, member('videos.ACTION-finalizeUpload.NO_VERSION'));
    case 'GET videos/:urn':
      return readVideo(context, member('videos.GET.NO_VERSION'), urnInPath(call.path));
    case 'POST posts':
      if (names !== '')
        throw new Refused(400, 'QUERY_PARAM_NOT_ALLOWED', `Query parameters are not allowed here: ${names} (sandbox)`);
      return createPost(context, call, member('partnerApiPostsExternal.CREATE.NO_VERSION'));
    case 'DELETE posts/:urn':
      return deletePost(context, member('partnerApiPostsExternal.DELETE.NO_VERSION'), urnInPath(call.path));
    // Posts of a member and the pictures uploaded for them cannot be read with any scope that LinkedIn grants.
    case 'GET posts':
    case 'GET posts/:urn':
    case 'GET images/:urn':
      member(`${resource}.GET.NO_VERSION`);
      throw denied(`${resource}.GET.NO_VERSION`);
    case 'GET memberCreatorPostAnalytics':
      return analytics(context, call);
    default:
      throw new Refused(404, 'RESOURCE_NOT_FOUND', `No virtual resource found for ${route}`);
  }
}

const queryTypes: Record<string, (figures: ReturnType<typeof figuresOf>) => number> = {
  IMPRESSION: ({ views }) => views,
  MEMBERS_REACHED: ({ views }) => Math.ceil(views * 0.8),
  RESHARE: ({ shares }) => shares,
  REACTION: ({ likes }) => likes,
  COMMENT: ({ comments }) => comments,
};

/** One figure of one of the caller's posts, for approved partners. */
function analytics(context: Context, call: Call): Reply {
  const { member } = callerOf(context, call, {
    needs: ['r_member_postAnalytics'],
    what: 'memberCreatorPostAnalytics.FINDER-entity.NO_VERSION',
  });
  const wrong = [...call.query.keys()].find((each) => !['q', 'entity', 'queryType', 'aggregation'].includes(each));
  const [, urn = ''] = /^\((?:share|ugc):(urn(?::|%3A)li.*)\)$/.exec(call.query.get('entity') ?? '') ?? [];
  const post = context.state.posts.get(`linkedin/${decodeURIComponent(urn)}`);
  const count = queryTypes[call.query.get('queryType') ?? ''];
  if (
    wrong !== undefined ||
    call.query.get('q') !== 'entity' ||
    (call.query.get('aggregation') ?? 'TOTAL') !== 'TOTAL' ||
    !count
  )
    throw new Refused(
      400,
      'ILLEGAL_ARGUMENT',
      'q=entity, entity, queryType and aggregation=TOTAL are what this call takes',
    );
  if (!post || post.account !== member.id || post.status !== 'published')
    throw new Refused(404, 'RESOURCE_NOT_FOUND', 'The post does not exist');
  const value = count(figuresOf(post, context.now()));
  return json(200, { paging: { start: 0, count: 10, links: [] }, elements: [{ count: value, value }] });
}
