import { findEmoji, isActor } from '../emoji/emoji.ts';
import { below, hashOf, pick, randomOf, type Random } from '../../generated/seed.ts';
import { stemsOf } from '../words.ts';
import type { Picture } from '../../generated/pictures/draw.ts';
import table from './keywords.json' with { type: 'json' };
import { palettes } from '../../generated/pictures/palette.ts';
import { needsActors, sceneNames } from '../../generated/pictures/scenes/index.ts';

/** The scenes, colours and actors of a keyword; an empty list leaves the choice open. */
type Wish = { scenes: readonly string[]; palettes: readonly string[]; actors: readonly string[] };

const wishes = new Map(Object.entries<Wish>(table).map(([word, wish]) => [stemsOf(word).join(' '), wish]));
const paletteNames = [...palettes.keys()];
const withoutActors = sceneNames.filter((name) => !needsActors.includes(name));

/**
 * The picture at a position in a keyword's results. A word of the table selects kinds, colours and actors; any other
 * word selects the emoji with that name; an unknown word selects seeded pictures, the same ones each time.
 */
export function choose(keyword: string, position: number): Picture {
  const words = stemsOf(keyword);
  const wish = wishFor(words);
  const random = randomOf(hashOf(`${words.join(' ')} ${position}`));
  const scene = wish.scenes[position % wish.scenes.length] ?? pick(random, withoutActors);
  const palette = pick(random, wish.palettes.length > 0 ? wish.palettes : paletteNames);
  const seed = hashOf(`${scene} ${palette} ${words.join(' ')} ${position}`)
    .toString(16)
    .padStart(8, '0');
  return { scene, palette, seed, actors: castOf(scene, wish.actors, random) };
}

function wishFor(words: readonly string[]): Wish {
  const known = words.flatMap((word) => wishes.get(word) ?? []);
  const actors = [...new Set([...words.flatMap(actorsOf), ...known.flatMap((wish) => wish.actors)])];
  const scenes = known
    .flatMap((wish) => wish.scenes)
    .filter((scene) => actors.length > 0 || !needsActors.includes(scene));
  if (scenes.length > 0) return { scenes, palettes: known.flatMap((wish) => wish.palettes), actors };
  return {
    scenes: actors.length > 0 ? ['portrait', 'flatlay', 'meadow', 'flatlay'] : withoutActors,
    palettes: [],
    actors,
  };
}

/** The emoji whose name contains the word: a search for 'guitar' shows guitars. */
const actorsOf = (word: string): string[] =>
  findEmoji(word)
    .filter(
      ({ label, group, icon }) =>
        stemsOf(label).includes(word) && group !== 'symbols' && group !== 'flags' && isActor(icon),
    )
    .slice(0, 4)
    .map(({ icon }) => icon);

/** Up to four different actors, starting at a random one; none for a kind without actors. */
function castOf(scene: string, actors: readonly string[], random: Random): string[] {
  if (actors.length === 0 || !['flatlay', 'portrait', 'meadow', 'underwater', 'space'].includes(scene)) return [];
  const fitting =
    scene === 'underwater'
      ? actors.filter((actor) => swimmers.has(actor))
      : scene === 'space'
        ? actors.filter((actor) => flyers.has(actor))
        : actors;
  const start = below(random, fitting.length);
  return fitting.map((_, index) => fitting[(start + index) % fitting.length] ?? '').slice(0, 4);
}

const swimmers = new Set([
  'tropical-fish',
  'blowfish',
  'fish',
  'octopus',
  'turtle',
  'dolphin',
  'whale',
  'spouting-whale',
  'shark',
  'squid',
  'jellyfish',
  'crab',
  'lobster',
  'seal',
]);
const flyers = new Set([
  'rocket',
  'astronaut',
  'satellite',
  'flying-saucer',
  'alien',
  'robot',
  'woman-astronaut',
  'man-astronaut',
]);
