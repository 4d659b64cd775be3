import type { Context } from '../context.ts';
import { plainText } from '../json.ts';
import { currentStatus } from '../processing.ts';
import type { Entity, Post } from '../state/model.ts';

/**
 * One post of the feeds. `text` is the visible text; `path` is the path of its page from the sandbox's root, '' if the
 * network has none.
 */
export type FeedItem = {
  network: string;
  account: string;
  accountName: string;
  author: string;
  id: string;
  url: string;
  path: string;
  title: string;
  text: string;
  entities: Entity[];
  html: string;
  status: string;
  slug: string;
  tags: string[];
  media: {
    url: string;
    path: string;
    sha256: string;
    type: string;
    sizeBytes: number;
    width: number;
    height: number;
    /** The alternative text it was posted with. */ alt: string;
  }[];
  createdAt: string;
  publishedAt: string;
};

/** The posts of all networks or one, newest first. Deterministic for equal times: the later row comes first. */
export function feed(
  context: Context,
  { network, account, limit }: { network: string; account: string; limit: number },
): FeedItem[] {
  const found: Post[] = [];
  for (const post of context.state.posts.values()) {
    if ((network === '' || post.network === network) && (account === '' || post.account === account)) found.push(post);
  }
  return found
    .reverse()
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, limit)
    .map((post) => present(context, post));
}

function present(context: Context, post: Post): FeedItem {
  const {
    network,
    account,
    accountName,
    author,
    id,
    url,
    path,
    title,
    html,
    entities,
    slug,
    tags,
    createdAt,
    publishedAt,
  } = post;
  const status = currentStatus(post, context.now());
  return {
    network,
    account,
    accountName,
    author,
    id,
    url,
    path,
    title,
    text: post.text || plainText(html),
    entities,
    html,
    status,
    slug,
    tags,
    createdAt,
    publishedAt,
    media: post.media.map((each) => ({
      url: `${context.publicUrl}/files/${each.name}`,
      path: `files/${each.name}`,
      sha256: each.sha256,
      type: each.type,
      sizeBytes: each.sizeBytes,
      width: each.width,
      height: each.height,
      alt: each.alt ?? '',
    })),
  };
}
