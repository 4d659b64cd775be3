import type { StripeRow } from '../stripe/rows.ts';
import type { Photo, Video } from '../facebook/rows.ts';
import type { LinkedinAsset } from '../linkedin/rows.ts';
import type { Token } from '../oauth/rows.ts';
import type { Asset, Submission } from '../reddit/rows.ts';
import type { Session, VideoFacts } from '../youtube/rows.ts';
import type { Video as VimeoVideo } from '../vimeo/rows.ts';
import type { XUpload } from '../twitter/rows.ts';

/**
 * The data of the networks besides posts: one table per kind, rows by id, stored in the journal like everything else.
 */
export type Rows = {
  tokens: Token;
  redditAssets: Asset;
  redditSubmissions: Submission;
  vimeoVideos: VimeoVideo;
  xUploads: XUpload;
  linkedinAssets: LinkedinAsset;
  facebookPhotos: Photo;
  facebookVideos: Video;
  youtubeSessions: Session;
  youtubeVideos: VideoFacts;
  stripe: StripeRow;
};

/** All tables by name. */
export type Tables = { [Name in keyof Rows]: Map<string, Rows[Name]> };

/** A row to store, or to delete with `value: null`. */
export type RowChange = {
  [Name in keyof Rows]: { kind: 'row'; table: Name; id: string; value: Rows[Name] | null };
}[keyof Rows];

/** Every table of `Rows`, empty. */
export const emptyTables = (): Tables => ({
  tokens: new Map(),
  redditAssets: new Map(),
  redditSubmissions: new Map(),
  vimeoVideos: new Map(),
  xUploads: new Map(),
  linkedinAssets: new Map(),
  facebookPhotos: new Map(),
  facebookVideos: new Map(),
  youtubeSessions: new Map(),
  youtubeVideos: new Map(),
  stripe: new Map(),
});

/** Applies the change to the tables. */
export function applyRow<Name extends keyof Rows>(
  tables: Tables,
  { table, id, value }: { table: Name; id: string; value: Rows[Name] | null },
): void {
  if (value === null) tables[table].delete(id);
  else tables[table].set(id, value);
}
