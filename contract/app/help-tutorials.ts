/** The shipped tutorials. */
import { z } from 'zod';
import { call } from '../base/call.ts';

/** All tutorials: `tour` shows the main job, from a client to a post; the others have a voice. */
export const tutorialNames = ['tour', 'connect-accounts', 'plan-posts', 'follow-posts'] as const;
export type TutorialName = (typeof tutorialNames)[number];

const seconds = z.number().nonnegative();
const caption = z.object({
  says: z.string(),
  /** A description of the picture at that time. */ seen: z.string(),
  start: seconds,
  end: seconds,
});

/** A tutorial as a player needs it, with all its texts. Addresses are of this host and never change. */
export const tutorial = z.object({
  title: z.string(),
  language: z.string(),
  seconds,
  /** The size of the video, px. */
  width: z.number().int(),
  height: z.number().int(),
  video: z.string(),
  poster: z.string(),
  tracks: z.object({ captions: z.string(), descriptions: z.string(), chapters: z.string() }),
  chapters: z.array(z.object({ title: z.string(), start: seconds, captions: z.array(caption) })),
});

/** A tutorial on the dashboard. */
export const fetchTutorial = call('fetch-film', {
  who: 'schedule',
  shows: [],
  input: z.object({ name: z.enum(tutorialNames) }),
  data: tutorial,
});
export type ShownTutorial = z.output<typeof tutorial>;
