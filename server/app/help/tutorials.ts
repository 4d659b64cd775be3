/** The shipped tutorials, from catalog/films. */
import { fileURLToPath } from 'node:url';
import type { Tutorial } from '#catalog/films/tutorial.ts';
import type { TutorialName } from '#contract/app/help-tutorials.ts';
import connectAccounts from '#catalog/films/connect-accounts/film.json' with { type: 'json' };
import followPosts from '#catalog/films/follow-posts/film.json' with { type: 'json' };
import planPosts from '#catalog/films/plan-posts/film.json' with { type: 'json' };
import tour from '#catalog/films/tour/film.json' with { type: 'json' };

/** What each tutorial's film.json says. */
export const tutorials: Readonly<Record<TutorialName, Tutorial>> = {
  tour,
  'connect-accounts': connectAccounts,
  'plan-posts': planPosts,
  'follow-posts': followPosts,
};

const folder = new URL('../../../catalog/films/', import.meta.url);
const paths = new Map(
  Object.entries(tutorials).flatMap(([name, { files }]) =>
    Object.values(files).map((file) => [file, fileURLToPath(new URL(`${name}/${file}`, folder))]),
  ),
);

/** Where a file of a tutorial lies; undefined for a name that no tutorial has. */
export const tutorialPath = (name: string): string | undefined => paths.get(name);
