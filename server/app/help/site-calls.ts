import categories from '#catalog/help/categories.json' with { type: 'json' };
import { z } from 'zod';
import { mostOfSite } from '#contract/app/help.ts';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { catalogueOf, type Entry } from './catalogue.ts';
import { htmlOf } from './html.ts';
import {
  deleteOwn,
  findHelpdesk,
  insertOwn,
  keepStandard,
  listSiteRows,
  lockSite,
  removeHelpdesk,
  saveHelpdesk,
  sizeOfSite,
  updateOwn,
  type SiteRow,
} from './queries.ts';
import { ownId, ownName } from './site.ts';

type SiteHelp = Data<'fetch-site-help'>;

const notFound = (): UserError => new UserError(messages.notFound, { status: 404 });
const wrong = (field: string, message: string): UserError =>
  new UserError(message, { status: 422, errors: { [field]: message } });

function present(entry: Entry, row: SiteRow | undefined): SiteHelp['articles'][number] {
  const isReplaced = row !== undefined && row.content !== null;
  return {
    article: entry.id,
    title: isReplaced ? row.title : entry.title,
    category: isReplaced ? row.category : entry.category,
    content: isReplaced ? (row.content ?? '') : entry.markdown,
    state: isReplaced ? 'replaced' : 'standard',
    hidden: row?.is_hidden ?? false,
  };
}

/** Throws if the site would hold more than `mostOfSite` with this text. */
async function checkRoom(
  { tx, user: { agencyId } }: Context,
  { article, content }: { article: string | undefined; content: string },
): Promise<void> {
  await lockSite(tx, agencyId);
  const { own, characters } = await sizeOfSite(tx, { agencyId, except: article });
  if (article === undefined && own >= mostOfSite.ownArticles) throw new UserError(messages.helpTooManyArticles);
  if (characters + content.length > mostOfSite.characters) throw wrong('content', messages.helpTooLong);
}

async function siteHelp({ tx, user: { agencyId }, services }: Context): Promise<SiteHelp> {
  const rows = await listSiteRows(tx, agencyId);
  const changes = new Map(rows.map((row) => [row.article, row]));
  const own = rows.flatMap((row): SiteHelp['articles'] => {
    const { id, article, title, category, content, is_hidden: hidden } = row;
    return article === null
      ? [{ article: ownName(id), title, category, content: content ?? '', state: 'own', hidden }]
      : [];
  });
  return {
    articles: [
      ...own,
      ...catalogueOf(services.config.dataDir).entries.map((entry) => present(entry, changes.get(entry.id))),
    ],
    categories: categories.map(({ id, name }) => ({ id, name })),
    helpdesk: (await findHelpdesk(tx, agencyId)) ?? '',
  };
}

/** A shipped article and the site's row of it; throws if there is no such article. */
async function standardOf({ tx, user: { agencyId }, services }: Context, article: string) {
  const entry = catalogueOf(services.config.dataDir).entries.find(({ id }) => id === article);
  if (entry === undefined) throw notFound();
  const row = (await listSiteRows(tx, agencyId)).find((each) => each.article === article);
  return { entry, row };
}

/** `'help@example.com' -> 'mailto:help@example.com'`; null unless it is a mail or an https address. */
export function helpdeskAddress(text: string): string | null {
  const bare = text.replace(/^mailto:/i, '');
  if (z.email().safeParse(bare).success) return `mailto:${bare}`;
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, username, href } = new URL(text);
  return protocol === 'https:' && hostname.includes('.') && username === '' ? href : null;
}

/**
 * The handlers of the calls in contract/app/help.ts with which a white-label owner changes the help on their own site.
 */
export const siteHelpCalls = {
  'fetch-site-help': async (_input, context) => ({ message: '', data: await siteHelp(context) }),

  'save-site-article': async ({ article, category, title, content }, context) => {
    const {
      tx,
      now,
      user: { agencyId },
    } = context;
    if (!categories.some(({ id }) => id === category)) throw wrong('category', messages.helpCategory);
    await checkRoom(context, { article, content });
    const words = { category, title, content };
    const id = article === undefined ? null : ownId(article);
    if (article === undefined) await insertOwn(tx, agencyId, { ...words, now });
    else if (id !== null) {
      if (!(await updateOwn(tx, { ...words, agencyId, id, now }))) throw notFound();
    } else {
      const { row } = await standardOf(context, article);
      await keepStandard(tx, { ...words, agencyId, article, isHidden: row?.is_hidden ?? false, now });
    }
    return { message: messages.helpSaved, data: await siteHelp(context) };
  },

  'hide-site-article': async ({ article, hidden }, context) => {
    const {
      tx,
      now,
      user: { agencyId },
    } = context;
    const id = ownId(article);
    if (id !== null) {
      if (!(await updateOwn(tx, { is_hidden: hidden, agencyId, id, now }))) throw notFound();
    } else {
      const { entry, row } = await standardOf(context, article);
      const { category, title } = row ?? entry;
      await keepStandard(tx, {
        agencyId,
        article,
        category,
        title,
        now,
        content: row?.content ?? '',
        isHidden: hidden,
      });
    }
    return { message: hidden ? messages.helpHidden : messages.helpShown, data: await siteHelp(context) };
  },

  'remove-site-article': async ({ article }, context) => {
    const {
      tx,
      now,
      user: { agencyId },
    } = context;
    const id = ownId(article);
    if (id !== null) {
      if (!(await deleteOwn(tx, { agencyId, id }))) throw notFound();
    } else {
      const { entry, row } = await standardOf(context, article);
      const { category, title } = entry;
      await keepStandard(tx, {
        agencyId,
        article,
        category,
        title,
        now,
        content: '',
        isHidden: row?.is_hidden ?? false,
      });
    }
    return { message: messages.helpRemoved, data: await siteHelp(context) };
  },

  'fetch-article-preview': async ({ content }) => ({ message: '', data: { content: htmlOf(content) } }),

  'save-helpdesk': async ({ address }, context) => {
    const {
      tx,
      now,
      user: { agencyId },
    } = context;
    const found = helpdeskAddress(address);
    if (found === null) throw wrong('address', messages.helpdeskInvalid);
    await saveHelpdesk(tx, { agencyId, address: found, now });
    return { message: messages.helpdeskSaved, data: await siteHelp(context) };
  },

  'remove-helpdesk': async (_input, context) => {
    await removeHelpdesk(context.tx, context.user.agencyId);
    return { message: messages.helpdeskRemoved, data: await siteHelp(context) };
  },
} satisfies Partial<Handlers>;
