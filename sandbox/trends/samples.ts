/** Texts that look like those of real networks, for the samples that a new installation shows. */

const posts = [
  'What nobody told me about {q} before I started',
  'Honest review after a year of {q}',
  'Is {q} still worth it in a small town?',
  'We tried {q} for 30 days, here are the numbers',
  'The best {q} under 50, compared',
  'My customers keep asking about {q}. What do you answer?',
  'Beginner mistakes with {q}, and how to avoid them',
  'Show us your {q}',
  'How do you explain {q} to somebody who has never heard of it?',
  'Five things I would do differently with {q}',
  'Unpopular opinion: {q} is overrated',
  'A free checklist for {q}',
] as const;
const subreddits = ['smallbusiness', 'Entrepreneur', 'marketing', 'AskUK', 'coolguides', 'LifeProTips'] as const;
const people = ['north_harbor', 'daily_bread', 'lena_k', 'old_mill', 'quiet_owl', 'maria_writes'] as const;
const videos = [
  '{q} explained in five minutes',
  'How we do {q}, step by step',
  '{q} for beginners: the complete guide',
  'A day in the life: {q}',
  '10 {q} tips that actually work',
  'We tested {q} so that you do not have to',
  'The history of {q}',
  '{q}: what changed this year',
] as const;
const channels = ['Northside Studio', 'The Everyday Workshop', 'Harbor Kitchen', 'Plain & Simple'] as const;
const searches = [
  'autumn recipes',
  'train strike',
  'northern lights tonight',
  'football results',
  'black friday deals',
  'first snow',
  'school holidays',
  'flu season',
  'christmas market opening',
  'electric bike test',
  'music awards nominations',
  'new tax rules',
] as const;
const topics = [
  '#MondayMotivation',
  '#SmallBusiness',
  'Sourdough',
  '#Autumn',
  'Local Elections',
  '#Throwback',
] as const;

const at = <T>(list: readonly [T, ...T[]], id: number): T => list[(id - 1) % list.length] ?? list[0];
const about = (template: string, keyword: string): string => {
  const text = template.replaceAll('{q}', keyword);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The texts of one result, by its number; equal for equal numbers and keywords. */
export const samples = {
  post: (id: number, keyword: string): string => about(at(posts, id), keyword),
  subreddit: (id: number): string => at(subreddits, id),
  person: (id: number): string => at(people, id),
  video: (id: number, keyword: string): string => about(at(videos, id), keyword),
  channel: (id: number): string => at(channels, id),
  search: (id: number): string => at(searches, id),
  article: (id: number): string => about('{q}: what you need to know', at(searches, id)),
  topic: (id: number): string => at(topics, id),
} as const;
