/**
 * The contents of a tutorial's film.json: written by the tool that records tutorials, read by the server and the tests.
 */
export type Tutorial = {
  title: string;
  /** The language of all its words, a BCP 47 tag: `en`. */
  language: string;
  seconds: number;
  /** Px. */
  width: number;
  height: number;
  /** Names of the files beside it; each contains a hash of its content. */
  files: { video: string; poster: string; captions: string; descriptions: string; chapters: string };
  /**
   * In order; `start` and `end` are seconds. `says` is drawn into the tutorial, `seen` describes what it shows
   * meanwhile.
   */
  chapters: { title: string; start: number; captions: { says: string; seen: string; start: number; end: number }[] }[];
};
