/** Reports for tests. */
import type { Report } from '#contract/insights/reports.ts';
import { reportSections } from '#rules/reports.ts';

const at = '2026-06-10T08:00:00.000Z';

/** A report of a month with a number of published posts, without figures. */
export function aReport(posts: number): Report {
  const ledger = { planned: posts, published: posts, failed: 0, missed: 0, cancelled: 0, uncertain: 0, waiting: 0 };
  return {
    agency: { name: 'Sunrise Agency', logo: null, site: 'https://example.test' },
    client: { id: '1', name: 'Old Mill', company: 'Old Mill Bakery', image: null },
    month: '2026-06',
    timezone: 'Europe/Berlin',
    made_at: at,
    social_accounts: [],
    scheduler: Array.from({ length: posts }, (_, post) => ({
      delivery_id: String(post),
      title: `Fresh bread ${post}`,
      type: 'telegram',
      username: 'bakery',
      place: 'published',
      by_hand: false,
      message: '',
      post_url: `https://example.test/posts/${post}`,
      thumbnail: null,
      at,
      local: '2026-06-10 10:00',
      published_at: at,
      likes: null,
      views: null,
      shares: null,
      comments: null,
      points: null,
      read_at: null,
    })),
    scheduler_total: posts,
    ledger,
    by_hand: 0,
    adds_up: true,
    before: { month: '2026-05', ledger, points: null },
    reasons: [],
    networks: [],
    contract: null,
    profit: null,
    engagement: null,
    introduction: '',
    closing: '',
    sections: reportSections.map((id) => ({ id, on: true })),
  };
}
