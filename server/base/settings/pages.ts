/** The settings of external pages, and of the recipient of requests to the operator. */
import { z } from 'zod';

const webPage = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional();

/** The settings in the environment. */
export const pageSettings = {
  HELPDESK_URL: z.url({ protocol: /^(https?|mailto)$/, error: 'must start with https:// or mailto:' }).optional(),
  BUSINESS_FINDER_URL: webPage,
  MAP_TILES_URL: z
    .string()
    .refine(
      (url) => /^https?:\/\/[^/{}\s;,]+\//.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
      'must be an http or https address with {z}, {x} and {y}',
    )
    .optional(),
  MAP_TILES_ATTRIBUTION: z.string().max(200).default('© OpenStreetMap contributors'),
  UPGRADES_EMAIL: z.email('must be an email address').optional(),
  AFFILIATE_URL: webPage,
  VIDEOFLIX_URL: webPage,
  VIDEOFLIX_DOCS_URL: webPage,
  ACADEABLE_URL: webPage,
  COURSE_SITE_URL: webPage,
};

type Given = Readonly<Partial<Record<keyof typeof pageSettings, string | undefined>>>;

/**
 * The external pages that the Upgrades page links to; null if it is not set up. `email` is the recipient of its
 * requests.
 */
export type UpgradeSettings = ReturnType<typeof upgradesOf>;

/** The settings of the Upgrades page. */
export const upgradesOf = (set: Given) => ({
  email: set.UPGRADES_EMAIL ?? null,
  affiliate: set.AFFILIATE_URL ?? null,
  videoFlix: set.VIDEOFLIX_URL ?? null,
  videoFlixDocs: set.VIDEOFLIX_DOCS_URL ?? null,
  acadeable: set.ACADEABLE_URL ?? null,
  courseSite: set.COURSE_SITE_URL ?? null,
});

/** Map tiles: a URL with {z}, {x} and {y}, and their attribution; null to draw outlines instead. */
export type MapTiles = { url: string; attribution: string } | null;

/** The configured map tiles. */
export const tilesOf = (set: { MAP_TILES_URL?: string | undefined; MAP_TILES_ATTRIBUTION: string }): MapTiles =>
  set.MAP_TILES_URL === undefined ? null : { url: set.MAP_TILES_URL, attribution: set.MAP_TILES_ATTRIBUTION };
