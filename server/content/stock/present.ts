/** Search results as replies show them: every URL is on our own host. */
import type { Found, SearchType } from '#contract/content/stock.ts';
import type { Kind, Result } from '#sources/source.ts';
import type { Services } from '../../base/handlers.ts';
import { foundAddress } from './address.ts';

type Means = Pick<Services, 'secrets' | 'clock'>;

const common = (result: Result<Kind>, staleSince: Date | null) => ({
  id: result.id,
  source: result.source,
  author: result.author,
  licence: result.licence,
  licence_url: result.licenceUrl,
  page_url: result.pageUrl,
  credit: result.attribution,
  stale_since: staleSince?.toISOString() ?? null,
});

type Presenters = {
  readonly [Type in SearchType]: (means: Means, result: Result<Type>, staleSince: Date | null) => Found[Type];
};

/** A result of each kind, as replies show it. */
export const presenters: Presenters = {
  image: (means, result, stale) => ({
    ...common(result, stale),
    title: result.title,
    image: foundAddress(means, { kind: 'image', result, reference: result.file }),
    thumb: foundAddress(means, { kind: 'image', result, reference: result.thumb }),
    width: result.width,
    height: result.height,
  }),
  meme: (means, result, stale) => ({
    ...common(result, stale),
    title: result.title,
    image: foundAddress(means, { kind: 'meme', result, reference: result.file }),
    thumb: foundAddress(means, { kind: 'meme', result, reference: result.thumb }),
    width: result.width,
    height: result.height,
    boxes: [...result.boxes],
  }),
  video: (means, result, stale) => ({
    ...common(result, stale),
    title: result.title,
    image: foundAddress(means, { kind: 'video', result, reference: result.thumb }),
    url: foundAddress(means, { kind: 'video', result, reference: result.file }),
    width: result.width,
    height: result.height,
    seconds: result.seconds,
  }),
  quote: (_means, result, stale) => ({ ...common(result, stale), quote: result.quote, work: result.work }),
  font: (means, result, stale) => ({
    ...common(result, stale),
    family: result.family,
    category: result.category,
    url: foundAddress(means, { kind: 'font', result, reference: result.file }),
  }),
  music: (means, result, stale) => ({
    ...common(result, stale),
    title: result.title,
    url: foundAddress(means, { kind: 'music', result, reference: result.file }),
    seconds: result.seconds,
  }),
};
