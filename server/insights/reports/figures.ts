import type { Report } from '#contract/insights/reports.ts';
import { pointsOf, type PostFigures } from '#rules/engagement.ts';

type Counted = Record<keyof PostFigures, string | null>;
type Known = Pick<Report['networks'][number], keyof PostFigures | 'points'>;

const numberOf = (figure: string | null): number | null => (figure === null ? null : Number(figure));

/** A post's figures as numbers, with its points. */
export function figuresOf({ likes, views, shares, comments }: Counted): Known {
  const figures = {
    likes: numberOf(likes),
    views: numberOf(views),
    shares: numberOf(shares),
    comments: numberOf(comments),
  };
  return { ...figures, points: pointsOf(figures) };
}

type Post = Known & { place: string; read_at: string | null };
type Measured = Omit<Report['networks'][number], 'type' | 'planned' | 'published'>;

/** The summed figures of posts; null for a figure that none of them has. Only published posts count. */
export function measuredOf(posts: readonly Post[]): Measured {
  const out = posts.filter(({ place: bucket }) => bucket === 'published');
  const read = out.flatMap(({ read_at: at }) => (at === null ? [] : [at])).toSorted();
  const sum = (name: keyof Known): number | null =>
    out.reduce<number | null>((all, post) => (post[name] === null ? all : (all ?? 0) + post[name]), null);
  return {
    likes: sum('likes'),
    views: sum('views'),
    shares: sum('shares'),
    comments: sum('comments'),
    points: sum('points'),
    measured: read.length,
    unmeasured: out.length - read.length,
    first_read_at: read[0] ?? null,
    last_read_at: read.at(-1) ?? null,
  };
}
