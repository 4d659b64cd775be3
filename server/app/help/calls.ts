import categories from '#catalog/help/categories.json' with { type: 'json' };
import videos from '#catalog/help/videos.json' with { type: 'json' };
import { tutorialNames } from '#contract/app/help-tutorials.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Handlers, type PublicContext } from '../../base/handlers.ts';
import { brandOf, houseBrand } from '../../base/brand/index.ts';
import { shownTutorial } from './tutorial-calls.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { helpByAddress, secondsToWait } from '../../base/limits/index.ts';
import { findHelpdesk, listSiteRows, noteRating, noteSearch, type SiteRow } from './queries.ts';
import { groupsOf } from './site.ts';
import { searchedWords, withoutNames } from './without-names.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Asked = Pick<PublicContext, 'tx' | 'origin' | 'services'>;

const rowsOf = ({ tx, origin: { siteOf } }: Pick<Asked, 'tx' | 'origin'>): Promise<SiteRow[]> =>
  siteOf === undefined ? Promise.resolve([]) : listSiteRows(tx, siteOf);

/** The articles of the requested site, with its brand's name or, with `unbranded`, without one. */
async function groupsAt(asked: Asked, { unbranded = false }: { unbranded?: boolean | undefined } = {}) {
  const {
    tx,
    origin: { siteOf },
    services: { config },
  } = asked;
  const { name } = siteOf === undefined ? houseBrand : await brandOf(tx, siteOf);
  const brand = unbranded ? null : { name, html: escaped(name) };
  return groupsOf(config.dataDir, { rows: await rowsOf(asked), brand });
}

async function countAnswer(tx: Tx, { origin, now }: Pick<PublicContext, 'origin' | 'now'>): Promise<void> {
  const wait = await secondsToWait(tx, helpByAddress, { who: addressPrefix(origin.address), now });
  if (wait > 0) throw new UserError(messages.helpTooMany, { status: 429, retryAfterSeconds: wait });
}

/** The handlers of the public calls in contract/app/help.ts, for everybody, signed in or not. */
export const helpCalls = {
  'help/fetch-article': async ({ unbranded }, context) => ({
    message: '',
    data: await groupsAt(context, { unbranded }),
  }),

  'help/fetch-article-category': async (_input, context) => {
    const groups = new Map((await groupsAt(context)).map((group) => [group.category_id, group.items.length]));
    const data = categories.flatMap((each) => {
      const articles = groups.get(each.id);
      return articles === undefined ? [] : [{ ...each, articles }];
    });
    return { message: '', data };
  },

  'help/fetch-videos': async () => {
    const data = videos.flatMap(({ film: id, created }) => {
      const name = tutorialNames.find((each) => each === id);
      if (name === undefined) return [];
      const tutorial = shownTutorial(name);
      return [{ id, title: tutorial.title, thumbnail: tutorial.poster, url: tutorial.video, created, film: tutorial }];
    });
    return { message: '', data };
  },

  'help/fetch-support': async (_input, { tx, origin: { siteOf }, services: { config } }) => {
    const helpdesk = siteOf === undefined ? config.helpdeskUrl : ((await findHelpdesk(tx, siteOf)) ?? null);
    return { message: '', data: { helpdesk } };
  },

  'help/rate-article': async ({ article, helpful, words = '' }, context) => {
    const { tx, now } = context;
    await countAnswer(tx, context);
    const groups = await groupsAt(context, { unbranded: true });
    if (!groups.some(({ items }) => items.some(({ id }) => id === article)))
      throw new UserError(messages.notFound, { status: 404 });
    await noteRating(tx, { article, isHelpful: helpful, words: withoutNames(words), now });
    return { message: messages.helpRated, data: null };
  },

  'help/report-search': async ({ words }, context) => {
    const { tx, now } = context;
    await countAnswer(tx, context);
    const kept = searchedWords(words);
    if (kept !== null) await noteSearch(tx, { words: kept, now });
    return { message: messages.helpNoted, data: null };
  },
} satisfies Partial<Handlers>;
