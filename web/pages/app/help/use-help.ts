import { largestOf } from '#rules/numbers.ts';
import { useMemo } from 'react';
import type { Data } from '#contract/index.ts';
import { useCall } from '../../../api/queries.ts';
import { useBrand } from '../../../theme/brand.ts';

type Groups = Data<'help/fetch-article'>;

/** A category with its articles. */
export type Topic = Groups[number];

/** An article and its category. */
export type HelpArticle = Topic['items'][number] & { topicId: string; topicName: string };

/** The input of every call of the help. */
export const app = { app_id: 35 } as const;

/** Every article of this site, with the product's name as the reader knows it. */
export function useHelp() {
  const { name } = useBrand();
  const { data, error, isPending, refetch } = useCall('help/fetch-article', { ...app, unbranded: true });
  const help = useMemo(() => {
    if (data === undefined) return null;
    const inWords = (text: string) => text.replaceAll('{brand}', () => name);
    // The name goes into the articles' HTML, which is filtered again where it is shown.
    const inHtml = (text: string) => text.replaceAll('{brand}', () => name.replace(/[<>&]/g, ''));
    const topics: Topic[] = data.map((topic) => ({
      ...topic,
      items: topic.items.map((item) => ({ ...item, title: inWords(item.title), content: inHtml(item.content) })),
    }));
    const articles: HelpArticle[] = topics.flatMap((topic) =>
      topic.items.map((item) => ({ ...item, topicId: topic.category_id, topicName: topic.name })),
    );
    return { topics, articles };
  }, [data, name]);
  return { help, error, isPending, retry: () => void refetch() };
}

/** The popular ones, in order. */
export const popularOf = (articles: readonly HelpArticle[]): HelpArticle[] =>
  articles.filter(({ popular }) => popular !== null).toSorted((a, b) => (a.popular ?? 0) - (b.popular ?? 0));

/**
 * The article about the page at an address: the one whose screen's address is the longest prefix of it.
 * `'/ledger/post/7' -> the one for '/ledger/post'`.
 */
export function articleOf<Each extends { screens: readonly string[] }>(
  articles: readonly Each[],
  pathname: string,
): Each | undefined {
  const fits = (screen: string) => pathname === screen || pathname.startsWith(`${screen}/`);
  const lengthOf = ({ screens }: Each) =>
    largestOf(
      screens.filter(fits).map((screen) => screen.length),
      0,
    );
  const best = articles.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  return best !== undefined && lengthOf(best) > 0 ? best : undefined;
}
