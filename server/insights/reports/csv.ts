import type { Report } from '#contract/insights/reports.ts';
import { networkNames } from '#rules/eligibility.ts';
import { bucketNames } from '#rules/ledger.ts';
import { csvOf } from '../../base/lists/csv.ts';

const none = (figure: number | null): number | string => figure ?? '';

/** The posts of a report with their figures and the times of the readings. */
export const reportCsv = ({ scheduler, scheduler_total: total, timezone }: Report): string =>
  csvOf([
    [
      'Planned',
      'Timezone',
      'Title',
      'Network',
      'Account',
      'Status',
      'By hand',
      'Message',
      'Post',
      'Published (UTC)',
      'Likes',
      'Views',
      'Shares',
      'Comments',
      'Points',
      'Read at (UTC)',
    ],
    ...scheduler.map((post) => [
      post.local,
      timezone,
      post.title,
      networkNames[post.type],
      post.username,
      bucketNames[post.place],
      post.by_hand ? 'yes' : '',
      post.message,
      post.post_url ?? '',
      post.published_at ?? '',
      none(post.likes),
      none(post.views),
      none(post.shares),
      none(post.comments),
      none(post.points),
      post.read_at ?? '',
    ]),
    ...(total > scheduler.length ? [[`Only the first ${scheduler.length} of ${total} posts are in this file.`]] : []),
  ]);
