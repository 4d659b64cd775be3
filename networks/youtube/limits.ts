import type { Limits } from '../network.ts';

/**
 * Title at most 100 characters, description 5,000 bytes, neither with < or >
 * (developers.google.com/youtube/v3/docs/videos#properties); a file up to 256 GB
 * (…/guides/using_resumable_upload_protocol), up to 12 hours on a verified channel. A project may insert 100 videos a
 * day across all channels (…/determine_quota_cost, June 2026), so a pace below that is ours to choose. videos.list
 * accepts 50 ids.
 */
export const youtubeLimits: Limits = {
  gapSeconds: 10,
  parallel: 10,
  textLength: null,
  captionLength: 5000,
  titleLength: 100,
  lengthUnit: 'bytes',
  titleUnit: 'utf16',
  imageBytes: null,
  videoBytes: 256_000_000_000,
  videoSeconds: 43_200,
  engagementBatch: 50,
};
