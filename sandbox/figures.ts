import { createHash } from 'node:crypto';
import type { Figures, Post } from './state/model.ts';

/**
 * The figures of a post: zero at first, growing with its age and levelling off, the same for the same post and age;
 * figures set by a control call replace them.
 */
export function figuresOf(post: Post, now: Date): Figures {
  const ageHours = Math.max(0, now.getTime() - Date.parse(post.publishedAt || post.createdAt)) / 3_600_000;
  const seed = createHash('sha256').update(post.key).digest();
  const grown = (index: number, most: number): number =>
    Math.floor((1 - Math.exp(-ageHours / 48)) * (most / 4 + (most * seed.readUInt16BE(index * 2)) / 65_535));
  const views = grown(0, 4000);
  return {
    likes: Math.min(views, grown(1, 240)),
    comments: grown(2, 40),
    shares: grown(3, 24),
    views,
    retweets: grown(4, 32),
    ...post.figures,
  };
}
