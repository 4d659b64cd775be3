/**
 * The contents of a tutorial's film.json: written by the tool that records tutorials, read by the server and the tests.
 */
export type Tutorial = {
  title: string;
  /** Of all its words, as BCP 47 has it: `en`. */
  language: string;
  seconds: number;
  /** Px. */
  width: number;
  height: number;
  /** Names of the files beside it; each carries its content's hash. */
  files: { video: string; poster: string; captions: string; descriptions: string; chapters: string };
  /**
   * In their order; `start` and `end` are seconds. `says` is drawn into the tutorial, `seen` is what is to be seen
   * meanwhile.
   */
  chapters: { title: string; start: number; captions: { says: string; seen: string; start: number; end: number }[] }[];
};
