/** Content streams that are ready to be installed: texts on pictures of a template. */
import facts from '#catalog/upgrades/streams/facts.json' with { type: 'json' };
import videoFacts from '#catalog/upgrades/streams/film-facts.json' with { type: 'json' };
import fitness from '#catalog/upgrades/streams/fitness.json' with { type: 'json' };
import type { z } from 'zod';
import { designDocument } from '#contract/content/designs-document.ts';
import { inKit } from '#rules/design/apply-kit.ts';
import type { Design } from '#rules/design/design.ts';
import { plainKit, type Kit } from '#rules/design/kit.ts';
import { quotes } from '#sources/quotes/quotes.ts';
import { allTemplates } from '../../content/templates/index.ts';

/** The text on a picture: the words, and their author or topic. */
type Line = Readonly<{ text: string; by: string }>;
/** Lines on the pictures of a template, in its own colours except for those that are named. */
type Premade = Readonly<{ id: string; title: string; template: string; colours?: Colours; lines: readonly Line[] }>;
/** Some of the colours of a template, as `#rrggbb`. */
export type Colours = Readonly<Partial<Kit['colours']>>;

const mostQuotes = 30;
const longestQuote = 130;
const short = quotes.filter(({ text }) => text.length <= longestQuote);
const part = (index: number): Line[] =>
  short
    .slice(index * mostQuotes, (index + 1) * mostQuotes)
    .map(({ text, author }) => ({ text, by: author.toUpperCase() }));

/** Each stream has its own colours, so that two of them look different side by side. */
const quoteColours: readonly Colours[] = [
  {},
  { primary: '#14532d', secondary: '#65a30d', background: '#f7fbf2', text: '#14251a' },
  { primary: '#f9e7d2', secondary: '#e08e79', background: '#3b1f2b', text: '#fdf4ec' },
];
const premade: readonly Premade[] = [
  ...quoteColours.map((colours, index): Premade => {
    return {
      id: `quotes-${index + 1}`,
      title: `Quote images, part ${index + 1}`,
      template: 'quote-serif',
      colours,
      lines: part(index),
    };
  }),
  {
    id: 'movie-quotes',
    title: 'Movie quotes',
    template: 'quote-serif',
    colours: { primary: '#f5c451', secondary: '#b91c1c', background: '#15171f', text: '#f8f4ea' },
    lines: videoFacts,
  },
  {
    id: 'facts',
    title: 'Facts images',
    template: 'quote-serif',
    colours: { primary: '#1e3a8a', secondary: '#60a5fa', background: '#eef4ff', text: '#14213d' },
    lines: facts,
  },
  {
    id: 'fitness',
    title: 'Fitness quotes',
    template: 'quote-bold',
    colours: { primary: '#a3e635', secondary: '#1a2e05', text: '#1a2e05' },
    lines: fitness,
  },
];

/** The premade streams, with the number of their pictures. */
export const premadeStreams = premade.map(({ id, title, lines }) => ({ id, title, items: lines.length }));

/** A stream as the image creator makes it: a design, and the texts of each picture by its layers. */
export type PremadeStream = {
  title: string;
  document: z.output<typeof designDocument>;
  rows: { title: string; texts: Record<string, string> }[];
};

/** The stream with an id; undefined if there is none. */
export function premadeStream(id: string): PremadeStream | undefined {
  const found = premade.find((each) => each.id === id);
  return found && { title: found.title, ...linesOn(found) };
}

/** Lines on the pictures of a template. Throws for an unknown template, or one without two texts. */
export function linesOn({
  template,
  colours = {},
  lines,
}: Pick<Premade, 'template' | 'colours' | 'lines'>): Omit<PremadeStream, 'title'> {
  // The templates that are used here have no built-in pictures.
  const document = allTemplates((reference) => `/picture/${reference}`).find(({ id }) => id === template)?.design;
  if (document === undefined) throw new Error(`there is no template ${template}`);
  const texts = document.layers.flatMap((layer) => (layer.kind === 'text' && layer.text !== '“' ? [layer] : []));
  const [words, by, ...others] = texts.map((layer) => layer.id);
  if (words === undefined || by === undefined) throw new Error(`the template ${template} has no two texts`);
  const empty = Object.fromEntries(others.map((layer) => [layer, '']));
  const rows = lines.map((line) => ({ title: line.text, texts: { [words]: line.text, [by]: line.by, ...empty } }));
  return { document: designDocument.parse(inColours(document, colours)), rows };
}

/** A design in which these colours replace those of its kit. */
export function inColours(design: Design, colours: Colours): Design {
  const kit = design.kit ?? plainKit;
  return inKit(design, { ...kit, colours: { ...kit.colours, ...colours } });
}
