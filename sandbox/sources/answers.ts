/** The answer of each vendor to a search, by its documentation; not compared with a live answer. */

import { json, raw } from '../http/reply.ts';
import { googleFonts, googleTrends, youtube } from './google.ts';
import { reddit, twitter } from './social.ts';
import { numbers, paged, rightKey, whole, type Asked, type Vendor } from './vendor.ts';

const limits = { 'X-RateLimit-Limit': '200', 'X-RateLimit-Remaining': '177', 'X-RateLimit-Reset': '40' };
const pexelsLimits = () => ({
  'X-Ratelimit-Limit': '20000',
  'X-Ratelimit-Remaining': '19684',
  'X-Ratelimit-Reset': String(Math.floor(Date.now() / 1000) + 3600),
});

/** The number of the one work that a path asks about, if it is offered; undefined for a search. */
function singleOf({ path, withdrawn }: Asked, matching: number): { id: number; isThere: boolean } | undefined {
  const [, id] = /\/(?:photos|videos)\/u?(\d+)$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const [kind = '', name = ''] = path.split('/').slice(-2);
  const isWithdrawn = withdrawn.has(name) || withdrawn.has(`${kind}/${name}`);
  const isThere = Number(id) >= 1 && Number(id) <= matching && !isWithdrawn;
  return { id: Number(id), isThere };
}

const pexels: Vendor = {
  paths: ['/pexels/v1/search', '/pexels/videos/search'],
  matches: (path) => /^\/pexels\/(v1\/photos|videos\/videos)\/\d+$/.test(path),
  isAllowed: ({ headers }) => headers.authorization === rightKey,
  keywordOf: ({ query }) => query.get('query') ?? '',
  unauthorized: () => json(401, { status: 401, code: 'Unauthorized' }),
  quota: () =>
    json(429, { status: 429, code: 'Too many requests' }, { ...pexelsLimits(), 'X-Ratelimit-Remaining': '0' }),
  answer(asked, matching) {
    const single = singleOf(asked, matching);
    if (single !== undefined)
      return single.isThere
        ? json(200, { id: single.id }, pexelsLimits())
        : json(404, { status: 404, code: 'Not Found' }, pexelsLimits());
    const { page, size, items, isLast } = paged(asked, matching, 'per_page');
    const next = isLast ? {} : { next_page: `https://api.pexels.com/v1/search?page=${page + 1}` };
    const common = { page, per_page: size, total_results: matching, ...next };
    if (asked.path.endsWith('/v1/search')) {
      const photos = items.map((id) => ({
        id,
        width: 4000,
        height: 3000,
        url: `https://www.pexels.com/photo/${id}/`,
        photographer: 'Ana Photo',
        photographer_url: 'https://www.pexels.com/@ana',
        alt: `Photo ${id}`,
        src: {
          original: `https://images.pexels.com/photos/${id}/o.jpeg`,
          large2x: `https://images.pexels.com/photos/${id}/l.jpeg`,
          medium: `https://images.pexels.com/photos/${id}/m.jpeg`,
        },
      }));
      return json(200, { ...common, photos }, pexelsLimits());
    }
    const file = (id: number, width: number, type = 'video/mp4') => ({
      id: width,
      quality: 'hd',
      file_type: type,
      width,
      height: (width * 9) / 16,
      link: `https://videos.pexels.com/video-files/${id}/${width}.mp4`,
    });
    const videos = items.map((id) => ({
      id,
      width: 3840,
      height: 2160,
      url: `https://www.pexels.com/video/${id}/`,
      image: `https://images.pexels.com/videos/${id}/p.jpeg`,
      duration: 12,
      user: { id: 1, name: 'Vic Video', url: 'https://www.pexels.com/@vic' },
      video_files: [file(id, 640), file(id, 3840), file(id, 1920), file(id, 1280, 'video/quicktime')],
    }));
    return json(200, { ...common, videos }, pexelsLimits());
  },
};

const pixabay: Vendor = {
  paths: ['/pixabay/api/', '/pixabay/api/videos/'],
  isAllowed: ({ query }) => query.get('key') === rightKey,
  keywordOf: ({ query }) => query.get('q') ?? '',
  unauthorized: () =>
    raw(400, { type: 'text/plain', body: '[ERROR 400] Invalid or missing API key (https://pixabay.com/api/docs/).' }),
  quota: () =>
    raw(429, {
      type: 'text/plain',
      body: '[ERROR 429] API rate limit exceeded',
      headers: { ...limits, 'X-RateLimit-Remaining': '0' },
    }),
  answer(asked, matching) {
    const id = asked.query.get('id');
    const { page, size, ...all } = paged(asked, matching, 'per_page');
    const items = id === null ? all.items : numbers(0, matching).filter((number) => String(number) === id);
    if (page > 1 && (page - 1) * size >= matching)
      return raw(400, { type: 'text/plain', body: '[ERROR 400] "page" is out of valid range.' });
    const isVideo = asked.path.endsWith('/videos/');
    const offered = items.filter((number) => !asked.withdrawn.has(String(number)));
    const hits = offered.map((id) => ({
      id,
      pageURL: `https://pixabay.com/${isVideo ? 'videos' : 'photos'}/id-${id}/`,
      tags: 'sky, blue',
      user: 'pix',
      user_id: 7,
      duration: 9,
      previewURL: `https://cdn.pixabay.com/${id}_150.jpg`,
      webformatURL: `https://pixabay.com/get/${id}_640.jpg`,
      largeImageURL: `https://pixabay.com/get/${id}_1280.jpg`,
      imageWidth: 4000,
      imageHeight: 2250,
      videos: {
        medium: {
          url: `https://cdn.pixabay.com/video/${id}_medium.mp4`,
          width: 1280,
          height: 720,
          size: 1_000_000,
          thumbnail: `https://cdn.pixabay.com/video/${id}_medium.jpg`,
        },
      },
    }));
    return json(200, { total: matching, totalHits: matching, hits }, limits);
  },
};

const openverse: Vendor = {
  paths: ['/openverse/v1/images/', '/openverse/v1/audio/'],
  isAllowed: ({ headers, query }) =>
    headers.authorization === undefined
      ? whole(query.get('page_size'), 20) <= 20
      : headers.authorization === `Bearer ${rightKey}`,
  keywordOf: ({ query }) => query.get('q') ?? '',
  unauthorized: () => json(401, { detail: 'Authentication credentials were not provided.' }),
  quota: () =>
    json(429, { detail: 'Request was throttled. Expected available in 52 seconds.' }, { 'Retry-After': '52' }),
  answer(asked, matching) {
    const { items, page, size } = paged(asked, matching, 'page_size');
    const results = items.map((id) => ({
      id: `0000-${id}`,
      title: `Work ${id}`,
      creator: id % 2 ? 'Olga Open' : null,
      license: id % 2 ? 'by-sa' : 'cc0',
      license_version: id % 2 ? '2.0' : '1.0',
      license_url: 'https://creativecommons.org/licenses/by-sa/2.0/',
      foreign_landing_url: `https://www.flickr.com/photos/${id}`,
      url: `https://live.staticflickr.com/${id}.jpg`,
      attribution: `"Work ${id}" by Olga Open is licensed under CC BY-SA 2.0.`,
      thumbnail: `https://api.openverse.org/v1/images/${id}/thumb/`,
      width: 1024,
      height: null,
      duration: 61_500,
      genres: null,
    }));
    return json(200, {
      result_count: matching,
      page_count: Math.ceil(matching / size),
      page_size: size,
      page,
      results,
    });
  },
};

const unsplash: Vendor = {
  paths: ['/unsplash/search/photos', '/unsplash/photos/download'],
  matches: (path) => /^\/unsplash\/photos\/u\d+$/.test(path),
  isAllowed: ({ headers }) => headers.authorization === `Client-ID ${rightKey}`,
  keywordOf: ({ query }) => query.get('query') ?? '',
  unauthorized: () => json(401, { errors: ['OAuth error: The access token is invalid'] }),
  quota: () =>
    raw(403, {
      type: 'text/plain',
      body: 'Rate Limit Exceeded',
      headers: { 'X-Ratelimit-Limit': '50', 'X-Ratelimit-Remaining': '0' },
    }),
  answer(asked, matching) {
    if (asked.path.endsWith('/download')) return json(200, { url: 'https://images.unsplash.com/photo-1' });
    const single = singleOf(asked, matching);
    if (single !== undefined)
      return single.isThere ? json(200, { id: `u${single.id}` }) : json(404, { errors: ["Couldn't find Photo"] });
    const { items, size } = paged(asked, matching, 'per_page');
    const results = items.map((id) => ({
      id: `u${id}`,
      width: 5000,
      height: 3000,
      alt_description: null,
      urls: {
        regular: `https://images.unsplash.com/photo-${id}?w=1080`,
        small: `https://images.unsplash.com/photo-${id}?w=400`,
      },
      links: {
        html: `https://unsplash.com/photos/u${id}`,
        download_location: `${asked.origin}/unsplash/photos/download?ixid=${id}`,
      },
      user: { name: 'Uma Un', links: { html: 'https://unsplash.com/@uma' } },
    }));
    return json(
      200,
      { total: matching, total_pages: Math.ceil(matching / size), results },
      { 'X-Ratelimit-Limit': '50', 'X-Ratelimit-Remaining': '49' },
    );
  },
};

const jamendo: Vendor = {
  paths: ['/jamendo/v3.0/tracks/'],
  isAllowed: ({ query }) => query.get('client_id') === rightKey,
  keywordOf: ({ query }) => query.get('search') ?? '',
  unauthorized: () =>
    json(200, {
      headers: { status: 'failed', code: 5, error_message: 'Your credential is not authorized.', results_count: 0 },
      results: [],
    }),
  quota: () =>
    json(200, {
      headers: { status: 'failed', code: 6, error_message: 'Rate limit exceeded', results_count: 0 },
      results: [],
    }),
  answer({ query, withdrawn }, matching) {
    const offset = whole(query.get('offset'), 0);
    const wanted = query.get('id');
    const page = numbers(offset, Math.min(matching, offset + whole(query.get('limit'), 10)));
    const ids = wanted === null ? page : numbers(0, matching).filter((id) => String(id) === wanted);
    const offered = ids.filter((id) => !withdrawn.has(String(id)));
    const results = offered.map((id) => ({
      id: String(id),
      name: `Track ${id}`,
      duration: 183,
      artist_name: 'Jam Band',
      audio: `https://prod-1.storage.jamendo.com/?trackid=${id}`,
      audiodownload: `https://prod-1.storage.jamendo.com/download/track/${id}/mp32/`,
      audiodownload_allowed: id !== 3,
      license_ccurl: 'http://creativecommons.org/licenses/by-sa/3.0/',
      shareurl: `https://www.jamendo.com/track/${id}`,
    }));
    return json(200, {
      headers: { status: 'success', code: 0, error_message: '', results_count: results.length },
      results,
    });
  },
};

const imgflip: Vendor = {
  paths: ['/imgflip/get_memes'],
  isAllowed: () => true,
  keywordOf: () => '',
  unauthorized: () => json(403, { success: false }),
  quota: () => raw(429, { type: 'text/html', body: 'Too many requests', headers: { 'Retry-After': '60' } }),
  answer: (_asked, matching) =>
    json(200, {
      success: true,
      data: {
        memes: numbers(0, matching).map((id) => ({
          id: String(id),
          name: `Meme ${id}`,
          url: `https://i.imgflip.com/${id}.jpg`,
          width: 500,
          height: 500,
          box_count: 2,
          captions: 0,
        })),
      },
    }),
};

/** Every vendor by name. */
export const vendors: Readonly<Record<string, Vendor>> = {
  pexels,
  pixabay,
  openverse,
  unsplash,
  jamendo,
  youtube,
  googleFonts,
  googleTrends,
  reddit,
  twitter,
  imgflip,
};
