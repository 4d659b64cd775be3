/** Mails about watched keywords. */
import { composeMail, type MailContent } from '../../base/mail/index.ts';

/** A find with its client and keyword; `count`: the number of the keyword's new finds. */
export type NewFind = {
  client: string;
  keyword: string;
  source: string;
  title: string;
  url: string;
  count: number;
};

const sourceNames: Readonly<Record<string, string>> = { reddit: 'Reddit', youtube: 'YouTube' };

/** Reports new finds for the keywords of an agency's clients; `finds` are ordered by client and keyword. */
export function writeKeywordMail({
  name,
  agency,
  finds,
  link,
  stop,
}: {
  name: string;
  agency: string;
  finds: readonly NewFind[];
  link: string;
  stop: string;
}): MailContent {
  const groups = new Map<string, NewFind[]>();
  for (const find of finds) {
    const key = `${find.client}: ${find.keyword}`;
    groups.set(key, [...(groups.get(key) ?? []), find]);
  }
  const keywords = [...new Set(finds.map(({ keyword }) => keyword))];
  const named = keywords.slice(0, 3).join(', ');
  const rest = keywords.length > 3 ? ` and ${keywords.length - 3} more` : '';
  return composeMail(
    `New today: ${named}${rest}`,
    [
      { line: `Hello ${name},` },
      { line: 'this is what came up for the keywords of your clients since the last mail.' },
      ...[...groups].map(([title, found]) => ({ line: [title, ...linesOf(found)].join('\n') })),
      { link, label: 'See everything that was found' },
      { line: `You get this mail because you asked for it. To stop these mails, open this address:\n${stop}` },
    ],
    agency,
  );
}

function linesOf(found: readonly NewFind[]): string[] {
  const lines = found.map(({ title, source, url }) => `• ${title} (${sourceNames[source] ?? source})\n  ${url}`);
  const more = (found[0]?.count ?? 0) - found.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
