/** Every limit of every network, read from the adapters, with a plan that breaks it and one that just keeps it. */
import assert from 'node:assert/strict';
import { afterAll, describe, test } from 'vitest';
import { openNetworks } from '#networks/index.ts';
import type { Limits } from '#networks/network.ts';
import { isEligible, networkIds, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import type { ImageToFit, MediaRules, VideoToFit } from '#rules/media-fit.ts';
import { takesTitle } from '#rules/own-words.ts';
import { checkPlan } from '#rules/plan-check.ts';
import type { ItemToCheck, OtherPost, PlanRule } from '#rules/plan-problems.ts';

const { networks, close } = openNetworks();
afterAll(() => close());

/** A plan for a type of stream, as its differences from a plan without problems. */
type Parts = {
  items?: readonly Partial<ItemToCheck>[];
  otherPosts?: readonly number[];
  itemIds?: readonly string[];
  others?: readonly OtherPost[];
  repurpose?: boolean;
};
type Fixture = { type: StreamType; rule: PlanRule; breaks: Parts; keeps: Parts };

const noon = Date.parse('2026-06-02T12:00:00Z');
const image: ImageToFit = { kind: 'image', sizeBytes: 1000, width: 1000, height: 1000 };
const video: VideoToFit = {
  kind: 'video',
  sizeBytes: 1_000_000,
  width: 1280,
  height: 720,
  durationMs: 10_000,
  videoCodec: null,
  audioCodec: null,
  pixelFormat: null,
  framesPerSecond: null,
  picture: null,
};

const anItem = (type: StreamType, parts: Partial<ItemToCheck>, index: number): ItemToCheck => ({
  id: String(index + 1),
  name: `item ${index + 1}`,
  title: '',
  description: `words ${index + 1}`,
  description_format: 'text',
  own_words: {},
  file_id: null,
  media: type === 'image' ? image : type === 'video' ? video : null,
  ...parts,
});

function found(network: NetworkId, limits: Limits, { type, parts }: { type: StreamType; parts: Parts }) {
  const items = (parts.items ?? [{}]).map((item, index) => anItem(type, item, index));
  return checkPlan({
    origin: '2026-06-02 12:00',
    zone: 'UTC',
    frequency: 'daily',
    type,
    items,
    accounts: [
      {
        id: '1',
        name: '@feed',
        network,
        limits,
        endsAt: null,
        isPaused: false,
        otherPosts: parts.otherPosts ?? [],
        itemIds: new Set(parts.itemIds),
        others: parts.others ?? [],
      },
    ],
    repurpose: parts.repurpose ?? false,
    paused: null,
  }).map(({ rule, posts }) => [rule, posts.length]);
}

const withImage = (breaks: Partial<ImageToFit>, keeps: Partial<ImageToFit>): Fixture => ({
  type: 'image',
  rule: 'media',
  breaks: { items: [{ media: { ...image, ...breaks } }] },
  keeps: { items: [{ media: { ...image, ...keeps } }] },
});
const withVideo = (breaks: Partial<VideoToFit>, keeps: Partial<VideoToFit>): Fixture => ({
  type: 'video',
  rule: 'media',
  breaks: { items: [{ media: { ...video, ...breaks } }] },
  keeps: { items: [{ media: { ...video, ...keeps } }] },
});
const long = (type: StreamType, field: 'title' | 'description', most: number): Fixture => ({
  type,
  rule: 'length',
  breaks: { items: [{ title: '', description: '', [field]: 'x'.repeat(most + 1) }] },
  keeps: { items: [{ title: '', description: '', [field]: 'x'.repeat(most) }] },
});

/** A post of another stream, this many hours after the plan's first. */
const another = (hours: number, description: string): OtherPost => ({
  at: noon + hours * 3_600_000,
  stream: 'Another',
  title: '',
  description,
  description_format: 'text',
  own_words: {},
  file_id: null,
});

/** Limits that media is converted to meet before sending, or that are not rules for a single plan. */
const noRule = () => [];

/** The plans on both sides of each limit. A limit without such plans does not compile. */
const fixtures: { [K in keyof Required<Limits>]: (limit: NonNullable<Limits[K]>, network: NetworkId) => Fixture[] } = {
  gapSeconds: (seconds) => [
    {
      type: 'text',
      rule: 'pace',
      breaks: { otherPosts: [noon + seconds * 1000 - 1] },
      keeps: { otherPosts: [noon - seconds * 1000, noon + seconds * 1000] },
    },
  ],
  parallel: noRule,
  textLength: (most) => [long('text', 'description', most)],
  captionLength: (most) => [long('image', 'description', most), long('video', 'description', most)],
  titleLength: (most, network) =>
    takesTitle(network) ? [long('text', 'title', most), long('video', 'title', most)] : [],
  lengthUnit: noRule,
  titleUnit: noRule,
  // A picture of unknown size cannot be made smaller.
  imageBytes: (most) => [
    withImage({ width: null, height: null, sizeBytes: most + 1 }, { width: null, height: null, sizeBytes: most }),
  ],
  videoBytes: (most) => [withVideo({ sizeBytes: most + 1 }, { sizeBytes: most })],
  videoSeconds: (most) => [withVideo({ durationMs: most * 1000 + 1 }, { durationMs: most * 1000 })],
  media: (rules) =>
    mediaRules.flatMap((rule) => {
      const limit = rules[rule];
      return typeof limit === 'number' ? mediaFixtures[rule](limit) : [];
    }),
  refusedRepeats: (refused) => {
    const same = { description: 'the same' };
    return [
      {
        type: 'text',
        rule: 'repeat',
        breaks: { items: refused === 'any' ? [same, {}, same] : [same, same] },
        keeps: { items: refused === 'any' ? [same, {}] : [same, {}, same] },
      },
      {
        type: 'text',
        rule: 'second-round',
        breaks: { items: [same], repurpose: true },
        keeps: refused === 'any' ? { items: [same] } : { items: [same, {}], repurpose: true },
      },
      ...(refused === 'any'
        ? [{ type: 'text', rule: 'sent-before', breaks: { itemIds: ['1'] }, keeps: { itemIds: ['2'] } } as const]
        : []),
      {
        type: 'text',
        rule: 'sent-before',
        breaks: { items: [same], others: [another(-2, 'the same')] },
        keeps: {
          items: [same],
          others: refused === 'any' ? [another(-2, 'others')] : [another(-2, 'the same'), another(-1, 'others')],
        },
      },
    ];
  },
  engagementBatch: noRule,
  readAgesHours: noRule,
  prices: noRule,
  mostCashtags: (most) => [
    {
      type: 'text',
      rule: 'cashtags',
      breaks: {
        items: [
          {
            description: Array(most + 1)
              .fill('$ABC')
              .join(' and '),
          },
        ],
      },
      keeps: { items: [{ description: `${Array(most).fill('$ABC').join(' and ')} for $5, US$DEF` }] },
    },
  ],
};

const mediaFixtures: Record<keyof Required<MediaRules>, (limit: number) => Fixture[]> = {
  imagePixels: noRule,
  imageSides: noRule,
  imageRatio: (most) => [withImage({ width: most * 10 + 1, height: 10 }, { width: most * 10, height: 10 })],
  videoSecondsLeast: (least) => [withVideo({ durationMs: least * 1000 - 1 }, { durationMs: least * 1000 })],
  videoBytesLeast: (least) => [withVideo({ sizeBytes: least - 1 }, { sizeBytes: least })],
  videoRatio: (most) => [withVideo({ width: most * 10 + 1, height: 10 }, { width: most * 10, height: 10 })],
  videoLongSide: noRule,
  videoShortSide: noRule,
  videoFramesPerSecond: noRule,
  videoCodecs: noRule,
  audioCodecs: noRule,
  pixelFormats: noRule,
};
const mediaRules = [
  'imageRatio',
  'videoSecondsLeast',
  'videoBytesLeast',
  'videoRatio',
] as const satisfies readonly (keyof MediaRules)[];

const limitNames = Object.keys(fixtures).filter((key): key is keyof Limits => key in fixtures);

function fixturesOf<K extends keyof Limits>(name: K, id: NetworkId, limits: Limits): Fixture[] {
  const limit = limits[name];
  return limit === undefined || limit === null ? [] : fixtures[name](limit, id);
}

for (const id of networkIds) {
  const limits = networks[id]?.limits;
  assert.ok(limits, id);
  describe(id, () => {
    for (const name of limitNames) {
      for (const { type, rule, breaks, keeps } of fixturesOf(name, id, limits)) {
        if (!isEligible(id, type)) continue;
        test(`a ${type} plan that breaks ${name} has the problem ‘${rule}’, one that keeps it does not`, () => {
          assert.deepEqual(found(id, limits, { type, parts: breaks }), [[rule, 1]]);
          assert.deepEqual(found(id, limits, { type, parts: keeps }), []);
        });
      }
    }
  });
}
