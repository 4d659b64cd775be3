/** How many days rows are kept that would otherwise grow for ever. */
import { z } from 'zod';

/** Days, at least as many as a screen shows. */
const days = (least: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of days')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least} days`))
    .default(usual);

/** The settings in the environment. */
export const keepSettings = {
  KEEP_ACTIVITY_DAYS: days(90, 1095),
  KEEP_HISTORY_DAYS: days(90, 1095),
  KEEP_READINGS_DAYS: days(400, 1095),
  KEEP_AI_REQUESTS_DAYS: days(400, 400),
  KEEP_FINDS_DAYS: days(30, 180),
  KEEP_DOWNLOADS_DAYS: days(30, 400),
};

/** Days for which each kind of rows is kept. */
export type Keep = {
  /** Entries of an agency's activity. */
  activity: number;
  /** Steps of the history of a post on which no person has acted. */
  history: number;
  /** Readings of a post's engagement but the last one; a report compares a year. */
  readings: number;
  /** Requests to the AI: twelve months are shown. */
  aiRequests: number;
  /** What keyword alerts found. */
  finds: number;
  /** Records of ended downloads, reports' PDFs and links; their files end within days. */
  downloads: number;
};

/** The parsed settings. */
export type KeepSettings = { keep: Keep };

/** The parsed settings. */
export const keepOf = (set: z.output<z.ZodObject<typeof keepSettings>>): KeepSettings => ({
  keep: {
    activity: set.KEEP_ACTIVITY_DAYS,
    history: set.KEEP_HISTORY_DAYS,
    readings: set.KEEP_READINGS_DAYS,
    aiRequests: set.KEEP_AI_REQUESTS_DAYS,
    finds: set.KEEP_FINDS_DAYS,
    downloads: set.KEEP_DOWNLOADS_DAYS,
  },
});
