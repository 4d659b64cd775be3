import table from './moods.json' with { type: 'json' };

/**
 * The sound of a mood: tempo, scale, chords (degrees of the scale), the patterns of its parts, and its search words.
 */
export type Mood = {
  name: string;
  bpm: readonly [low: number, high: number];
  mode: string;
  progressions: readonly (readonly number[])[];
  swing: number;
  drums: string;
  bass: string;
  comp: string;
  keys: string;
  lead: string;
  pad: number;
  words: readonly string[];
  titles: readonly [readonly string[], readonly string[]];
};

/** Every mood by its name. */
export const moods: ReadonlyMap<string, Mood> = new Map(
  table.map((row) => {
    const [low = 90, high = low] = row.bpm;
    const [first = [], second = []] = row.titles;
    return [row.name, { ...row, bpm: [low, high], titles: [first, second] }];
  }),
);
