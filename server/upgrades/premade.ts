/** Content streams that are ready to be installed: texts that stand on pictures of a template. */
import facts from '#catalog/upgrades/streams/facts.json' with { type: 'json' };
import filmFacts from '#catalog/upgrades/streams/film-facts.json' with { type: 'json' };
import fitness from '#catalog/upgrades/streams/fitness.json' with { type: 'json' };
import type { z } from 'zod';
import { designDocument } from '#contract/design.ts';
import { quotes } from '#sources/quotes/quotes.ts';
import { allTemplates } from '../templates/index.ts';

/** What stands on a picture: the words, and who said them or what they are about. */
type Line = Readonly<{ text: string; by: string }>;
/** `words` and `by` are the texts of the template in whose places the lines stand; its other texts are left empty. */
type Premade = Readonly<{ id: string; title: string; template: string; lines: readonly Line[] }>;

const mostQuotes = 30;
const longestQuote = 130;
const short = quotes.filter(({ text }) => text.length <= longestQuote);
const part = (place: number): Line[] =>
  short
    .slice(place * mostQuotes, (place + 1) * mostQuotes)
    .map(({ text, author }) => ({ text, by: author.toUpperCase() }));

const premade: readonly Premade[] = [
  ...[0, 1, 2].map((place): Premade => {
    return {
      id: `quotes-${place + 1}`,
      title: `Quote images, part ${place + 1}`,
      template: 'quote-serif',
      lines: part(place),
    };
  }),
  { id: 'movie-quotes', title: 'Movie quotes', template: 'quote-bold', lines: filmFacts },
  { id: 'facts', title: 'Facts images', template: 'quote-serif', lines: facts },
  { id: 'fitness', title: 'Fitness quotes', template: 'quote-bold', lines: fitness },
];

/** The streams there are, with the number of their pictures. */
export const premadeStreams = premade.map(({ id, title, lines }) => ({ id, title, items: lines.length }));

/** A stream as the image creator makes it: a design, and the texts of each picture by its layers. */
export type PremadeStream = {
  title: string;
  document: z.output<typeof designDocument>;
  rows: { title: string; texts: Record<string, string> }[];
};

/** The stream of an id; undefined for none. */
export function premadeStream(id: string): PremadeStream | undefined {
  const found = premade.find((each) => each.id === id);
  return found && { title: found.title, ...linesOn(found) };
}

/** Lines on the pictures of a template. Throws for a template that there is not, or that has no place for them. */
export function linesOn({ template, lines }: Pick<Premade, 'template' | 'lines'>): Omit<PremadeStream, 'title'> {
  // Templates with built-in pictures are not among those that are used here.
  const document = allTemplates((reference) => `/picture/${reference}`).find(({ id }) => id === template)?.design;
  if (document === undefined) throw new Error(`there is no template ${template}`);
  const texts = document.layers.flatMap((layer) => (layer.kind === 'text' && layer.text !== '“' ? [layer] : []));
  const [words, by, ...others] = texts.map((layer) => layer.id);
  if (words === undefined || by === undefined) throw new Error(`the template ${template} has no two texts`);
  const empty = Object.fromEntries(others.map((layer) => [layer, '']));
  const rows = lines.map((line) => ({ title: line.text, texts: { [words]: line.text, [by]: line.by, ...empty } }));
  return { document: designDocument.parse(document), rows };
}
