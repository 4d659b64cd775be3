import type { Scene } from '../stage.ts';
import { aurora } from './aurora.ts';
import { bokeh } from './bokeh.ts';
import { city } from './city.ts';
import { dunes } from './dunes.ts';
import { flatlay } from './flatlay.ts';
import { forest } from './forest.ts';
import { geometric } from './geometric.ts';
import { gradient } from './gradient.ts';
import { meadow } from './meadow.ts';
import { mountains } from './mountains.ts';
import { papercut } from './papercut.ts';
import { portrait } from './portrait.ts';
import { sea } from './sea.ts';
import { sky } from './sky.ts';
import { space } from './space.ts';
import { underwater } from './underwater.ts';
import { waves } from './waves.ts';

/** Every kind of picture by the name that references and the keyword table use. */
export const scenes = {
  aurora,
  bokeh,
  city,
  dunes,
  flatlay,
  forest,
  geometric,
  gradient,
  meadow,
  mountains,
  papercut,
  portrait,
  sea,
  sky,
  space,
  underwater,
  waves,
} as const satisfies Readonly<Record<string, Scene>>;

/** The name of a kind of picture. */
export type SceneName = keyof typeof scenes;

/** Every name, in alphabetical order. */
export const sceneNames: readonly string[] = Object.keys(scenes);

/** The kind that a text names, if any. */
export const sceneOf = (name: string): Scene | undefined => new Map<string, Scene>(Object.entries(scenes)).get(name);

/** Kinds of pictures that are empty without actors. */
export const needsActors: readonly string[] = ['flatlay', 'portrait'];
