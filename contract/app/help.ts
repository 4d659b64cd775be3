/** The help: articles for everybody, and a white-label owner's changes to them for their own site. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { tutorial } from './help-tutorials.ts';
import { line, noData, nothing, text } from '../base/fields.ts';
import { messages } from '../messages.ts';

/** The product's number at the help server; as a number or as text. */
const app = z.preprocess((value) => (value === '35' ? 35 : value), z.literal(35, messages.helpApp));

/** An article's name in addresses: 'connect-reddit'; 'own-7' for one added by a white-label owner. */
const article = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, messages.notFound)
  .max(80, messages.notFound);

const category = z.object({ id: z.string(), name: z.string(), icon: z.string(), text: z.string() });

const item = z.object({
  id: z.string(),
  title: z.string(),
  /** The address of its picture on this host; '' without one. */
  feature_url: z.string(),
  /** The day it was written, '2026-11-22'. */
  created: z.string(),
  /** The text of the article, as safe HTML. */
  content: z.string(),
  topics: z.array(z.string()),
  /** Its rank among the popular articles, from 1; null for none. */
  popular: z.number().int().nullable(),
  /** The pages it explains, as the beginnings of their addresses: '/schedule-detail'. */
  screens: z.array(z.string()),
});

/** A category with its articles. */
const articles = z.object({
  category_id: z.string(),
  tags: z.array(z.string()),
  name: z.string(),
  logo: z.string(),
  items: z.array(item),
});

/** Every article of the requested site. With `unbranded` the brand's name is written as `{brand}`. */
export const fetchArticle = call('help/fetch-article', {
  who: 'anyone',
  shows: ['help'],
  alsoGet: true,
  input: z.object({
    app_id: app,
    unbranded: z.preprocess((value) => (value === 'true' ? true : value), z.boolean().optional()),
  }),
  data: z.array(articles),
});

/** The categories with at least one article. */
export const fetchArticleCategory = call('help/fetch-article-category', {
  who: 'anyone',
  shows: ['help'],
  alsoGet: true,
  input: z.object({ app_id: app }),
  data: z.array(category.extend({ articles: z.number().int() })),
});

/** The video tutorials, newest first. `url` is the video itself; `film` is everything else that a player needs. */
export const fetchHelpVideos = call('help/fetch-videos', {
  who: 'anyone',
  shows: [],
  alsoGet: true,
  input: z.object({ app_id: app }),
  data: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      thumbnail: z.string(),
      url: z.string(),
      created: z.string(),
      film: tutorial,
    }),
  ),
});

/** The site's helpdesk: a page's address or 'mailto:…'; null without one. */
export const fetchSupport = call('help/fetch-support', {
  who: 'anyone',
  shows: ['help'],
  alsoGet: true,
  input: z.object({ app_id: app }),
  data: z.object({ helpdesk: z.string().nullable() }),
});

/** Rates whether an article helped, with an optional comment for its writers. Nothing about the reader is stored. */
export const rateArticle = call('help/rate-article', {
  who: 'anyone',
  changes: [],
  input: z.object({ app_id: app, article, helpful: z.boolean(), words: text(500).optional() }),
  data: noData,
});

/** Records words that a search found no article for. */
export const reportSearch = call('help/report-search', {
  who: 'anyone',
  changes: [],
  input: z.object({ app_id: app, words: line('Words', 80) }),
  data: noData,
});

/** `standard`: as shipped; `replaced`: with the owner's words; `own`: added by the owner. */
export const helpStates = ['standard', 'replaced', 'own'] as const;

const ownArticle = z.object({
  article: z.string(),
  title: z.string(),
  category: z.string(),
  /** The text of the article, as Markdown. */
  content: z.string(),
  state: z.enum(helpStates),
  hidden: z.boolean(),
});

const siteHelp = z.object({
  articles: z.array(ownArticle),
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The address of the helpdesk; '' without one. */
  helpdesk: z.string(),
});
/** The help of a white-label site, as its owner edits it. */
export type SiteHelp = z.output<typeof siteHelp>;

/** The help of the owner's own site, hidden articles included. */
export const fetchSiteHelp = call('fetch-site-help', {
  who: 'whiteLabel',
  shows: ['help'],
  input: nothing,
  data: siteHelp,
});

/**
 * What a site may hold besides the articles that ship: articles of its own, and the characters of these and of all
 * replaced words together.
 */
export const mostOfSite = { ownArticles: 100, characters: 500_000 } as const;

/**
 * Adds an article to the owner's site, or replaces the words of the one that `article` names. An article has at most
 * 50,000 characters; `mostOfSite` bounds them together.
 */
export const saveSiteArticle = call('save-site-article', {
  who: 'whiteLabel',
  changes: ['help'],
  input: z.object({
    article: article.optional(),
    category: z.string().max(80),
    title: line('Title', 200),
    content: line('Text', 50_000),
  }),
  data: siteHelp,
});

/** Hides an article on the owner's site, or shows it again. */
export const hideSiteArticle = call('hide-site-article', {
  who: 'whiteLabel',
  changes: ['help'],
  input: z.object({ article, hidden: z.boolean() }),
  data: siteHelp,
});

/** Removes the owner's words: an article of their own is deleted, a replaced one gets its standard words back. */
export const removeSiteArticle = call('remove-site-article', {
  who: 'whiteLabel',
  changes: ['help'],
  input: z.object({ article }),
  data: siteHelp,
});

/** A preview of Markdown, as safe HTML. */
export const previewSiteArticle = call('fetch-article-preview', {
  who: 'whiteLabel',
  shows: [],
  input: z.object({ content: text(50_000) }),
  data: z.object({ content: z.string() }),
});

/** Sets the helpdesk of the owner's site: an https address or a mail address. */
export const saveHelpdesk = call('save-helpdesk', {
  who: 'whiteLabel',
  changes: ['help'],
  input: z.object({ address: line('Address', 500) }),
  data: siteHelp,
});

/** Removes the helpdesk of the owner's site. */
export const removeHelpdesk = call('remove-helpdesk', {
  who: 'whiteLabel',
  changes: ['help'],
  input: nothing,
  data: siteHelp,
});
