import type { Media, Outcome } from '../network.ts';

/**
 * A post on a site: `status` is WordPress's own word (draft, publish, pending, trash …), `link` its address if it has
 * one.
 */
export type SitePost = { id: string; status: string; link: string | null };
/** A file in a site's media library. */
export type SiteFile = { id: string; url: string };
/** The fields of a draft. `slug` names it until it is published. */
export type Draft = { title: string; content: string; slug: string };

/** Why a step failed. */
export type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;
/** The result of one step. */
export type Step<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; outcome: Failure };
/** A step that gave a value. */
export const done = <Value>(value: Value): Step<Value> => ({ kind: 'done', value });
/** A step that failed, with what that means for the post. */
export const failed = (outcome: Failure): { kind: 'failed'; outcome: Failure } => ({ kind: 'failed', outcome });

/**
 * The steps of a publication, over REST or XML-RPC. Only `publish` is visible to readers; it may be repeated for the
 * same id.
 */
export type Transport = {
  upload(media: Media, fileName: string): Promise<Step<SiteFile>>;
  /**
   * The file of an upload whose answer was lost; null if there is none. `fileName` is the name it was uploaded under.
   */
  findUpload(fileName: string): Promise<Step<SiteFile | null>>;
  /**
   * Stores a picture's alternative text in the site's library, for later uses of the picture. Missing where the
   * protocol has no such field.
   */
  describe?: (id: string, alt: string) => Promise<Step<null>>;
  createDraft(draft: Draft): Promise<Step<SitePost>>;
  /** The post that has a draft's slug; null if there is none. */
  findBySlug(slug: string): Promise<Step<SitePost | null>>;
  /** One post; null if it was deleted permanently. */
  read(id: string): Promise<Step<SitePost | null>>;
  /**
   * Publishes a draft with its current text, which may have changed since the draft was made, under its final slug;
   * null keeps the draft's.
   */
  publish(id: string, words: Omit<Draft, 'slug'> & { slug: string | null }): Promise<Step<SitePost>>;
};
