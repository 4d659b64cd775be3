import type { TemplateItem } from '#contract/content/brand-kits.ts';
import type { Found } from '#contract/content/stock.ts';

type Design = TemplateItem['design'];

/** The template for quotes, by its id and a word that finds it. */
export const quoteTemplate = { id: 'quote-serif', search: 'quote' } as const;

/**
 * Puts a quote in place of a template's first text and its author in place of the second. The large quotation mark
 * stays; further texts are removed, because they only contain a brand's name.
 */
export function withQuote(design: Design, { quote, author }: Pick<Found['quote'], 'quote' | 'author'>): Design {
  const [words, by] = design.layers.filter((layer) => layer.kind === 'text' && layer.text !== '“');
  const layers = design.layers.flatMap((layer) => {
    if (layer.kind !== 'text' || layer.text === '“') return [layer];
    if (layer === words) return [{ ...layer, text: quote }];
    return layer === by ? [{ ...layer, text: author.toUpperCase() }] : [];
  });
  return { ...design, layers };
}

/** A quote as the text of a post: in quotation marks, with its author. */
export const quoteWords = ({ quote, author, work }: Pick<Found['quote'], 'quote' | 'author' | 'work'>): string =>
  `“${quote}”\n— ${work === '' ? author : `${author}, ${work}`}`;
