import type { Context } from '../context.ts';
import { plainText } from '../json.ts';
import type { Post, SiteUser } from '../state/model.ts';
import { can } from './roles.ts';

/** Authors edit their own posts, editors all. */
export function mayEdit(user: SiteUser | undefined, post: Post): boolean {
  return can(user, 'edit_others_posts') || (can(user, 'edit_posts') && user?.name === post.author);
}

/** The post object of core's schema; raw texts only in the edit context. */
export function presentPost(context: Context, post: Post, edit: boolean): Record<string, unknown> {
  const date = (post.publishedAt || post.createdAt).slice(0, 19);
  const raw = (value: string) => (edit ? { raw: value } : {});
  const tags = context.state.tags
    .filter((each) => each.site === post.account && post.tags.includes(each.name))
    .map((each) => each.id);
  return {
    id: Number(post.id),
    date,
    date_gmt: date,
    guid: { rendered: `${context.publicUrl}/wordpress/${post.account}/?p=${post.id}` },
    modified: date,
    modified_gmt: date,
    ...(edit
      ? {
          password: '',
          permalink_template: `${context.publicUrl}/wordpress/${post.account}/%postname%/`,
          generated_slug: post.slug,
        }
      : {}),
    slug: post.slug,
    status: post.status,
    type: 'post',
    link: post.url,
    title: { ...raw(post.title), rendered: post.title },
    content: { ...raw(post.html), rendered: post.html, protected: false },
    excerpt: {
      ...raw(post.text),
      rendered: `<p>${post.text || plainText(post.html).slice(0, 280)}</p>`,
      protected: false,
    },
    author: context.state.sites.get(post.account)?.users.find((each) => each.name === post.author)?.id ?? 0,
    featured_media: post.featuredId,
    comment_status: 'open',
    ping_status: 'open',
    sticky: false,
    template: '',
    format: 'standard',
    meta: [],
    categories: [1],
    tags,
  };
}
