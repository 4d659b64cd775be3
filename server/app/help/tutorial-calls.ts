import type { TutorialName, ShownTutorial } from '#contract/app/help-tutorials.ts';
import type { Tutorial } from '#catalog/films/tutorial.ts';
import type { Handlers } from '../../base/handlers.ts';
import { tutorials } from './tutorials.ts';

const addressOf = (file: string): string => `/films/${file}`;

const present = ({
  files: { video, poster, captions, descriptions, chapters },
  ...tutorial
}: Tutorial): ShownTutorial => ({
  ...tutorial,
  video: addressOf(video),
  poster: addressOf(poster),
  tracks: { captions: addressOf(captions), descriptions: addressOf(descriptions), chapters: addressOf(chapters) },
});

/** A tutorial as a player needs it. */
export const shownTutorial = (name: TutorialName): ShownTutorial => present(tutorials[name]);

/** The handlers of the calls in contract/app/help-tutorials.ts. */
export const tutorialCalls = {
  'fetch-film': async ({ name }) => ({ message: '', data: shownTutorial(name) }),
} satisfies Partial<Handlers>;
