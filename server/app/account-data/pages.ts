/** The readable pages of a download: one function for each kind of row, which returns markup. */
import { networkNames } from '#rules/eligibility.ts';
import { instantToLocal } from '#rules/planning.ts';
import { pointsOf } from '#rules/engagement.ts';
import { titleOf } from '#rules/titles.ts';
import { type ActivityRow, describeEntry } from '../activity/index.ts';
import { html, trusted, webLink, type Html } from './html.ts';
import type { ItemPart, PersonPart, PostPart, SchedulePart } from './page-queries.ts';

/** The path of media in the ZIP, from a page in `pages/`. */
export const mediaPath = (name: string): string => `media/${name}`;
/** The path of the small version of media in the ZIP, from a page in `pages/`. */
export const thumbnailPath = (name: string): string => `media/thumbnails/${name}`;

const day = (at: Date): string => at.toISOString().slice(0, 10);
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const gone = html` <span class="dim">(deleted)</span>`;
const keptWords = html` <span class="dim">(as it was before an edit, kept for posts planned with it)</span>`;
const fact = (label: string, value: Html | string | null): Html =>
  value === null || value === '' ? html`` : html`<dt>${label}</dt><dd>${value}</dd>`;

/** A client or a member of the team, with the connected accounts. */
export function personEntry(person: PersonPart): Html {
  const accounts = person.accounts.map(({ network, username, status, deleted, url }) => {
    const how = status === 'connected' ? null : html` <span class="dim">(${status})</span>`;
    return html`<li>${webLink(url, username)} on ${networkNames[network]}${deleted ? gone : how}</li>`;
  });
  const face = person.picture === null ? null : html`<img class="face" alt="" src="../${mediaPath(person.picture)}">`;
  const earning =
    person.role === 'client' ? `$${(Number(person.earning_cents) / 100).toFixed(2)} ${person.frequency}` : null;
  return html`<section>${face}<h2>${person.name}${person.deleted_at === null ? null : gone}</h2>
<dl class="facts">${[
    fact('Email', person.email),
    fact('Role', person.role),
    fact('Company', person.company),
    fact('Earning', earning),
    fact('Since', day(person.created_at)),
    fact('About', person.description),
    accounts.length === 0 ? html`` : fact('Accounts', html`<ul>${accounts}</ul>`),
  ]}</dl></section>
`;
}

/** An item's card; its picture links to the file itself. */
export function itemCard(item: ItemPart): Html {
  const words =
    item.format === 'formatted'
      ? html`<div>${trusted(item.description)}</div>`
      : html`<p class="text">${item.description}</p>`;
  const label = item.title || (item.content_type?.startsWith('video/') ? 'Video' : 'Picture');
  const shown =
    item.thumbnail === null
      ? html`${label}`
      : html`<img alt="${label}" loading="lazy" src="../${thumbnailPath(item.thumbnail)}">`;
  const link = item.file === null ? null : html`<a href="../${mediaPath(item.file)}">${shown}</a>`;
  const note = item.deleted ? gone : null;
  return html`<li>${link}<p><strong>${item.title}</strong>${item.kept ? keptWords : note}</p>${words}</li>
`;
}

/** The heading of a stream above its items. */
export const streamHead = (item: ItemPart): Html => html`<h2>${item.stream}${item.stream_deleted ? gone : null}</h2>
<p class="dim">${item.type}${item.tags === '' ? '' : ` · ${item.tags}`}</p><p class="text">${item.stream_words}</p>
`;

/** The head of the table of schedules. */
export const scheduleHead = html`<tr><th>Client</th><th>Stream</th><th>Begins</th><th>How often</th><th>Accounts</th>
<th>Posts</th><th>State</th></tr>`;
/** A schedule's row of the table. */
export const scheduleRow = (
  row: SchedulePart,
): Html => html`<tr><td>${row.client}</td><td>${row.stream}</td><td>${row.origin} (${row.timezone})</td>
<td>${row.frequency}${row.repurpose ? ', again and again' : ''}</td><td>${row.accounts.join(', ')}</td>
<td>${row.posted} of ${row.posts} posted</td><td>${row.state}</td></tr>
`;

/** The head of the table of posts. */
export const postHead = html`<tr><th>Planned</th><th>Client</th><th>Where</th><th>What</th><th>What became of it</th>
<th>Figures</th></tr>`;
/** A post's row of the table, with its outcome and its figures. */
export function postRow(post: PostPart): Html {
  const { likes, comments, shares, views } = post;
  const figure = (value: string | null, name: string): string[] => (value === null ? [] : [`${value} ${name}`]);
  const number = (value: string | null): number | null => (value === null ? null : Number(value));
  const points = pointsOf({
    likes: number(likes),
    comments: number(comments),
    shares: number(shares),
    views: number(views),
  });
  const figures = [
    ...figure(likes, 'likes'),
    ...figure(comments, 'comments'),
    ...figure(shares, 'shares'),
    ...figure(views, 'views'),
    ...(points === null ? [] : [`${points} points`]),
  ];
  const publishedAt = post.published_at === null ? '' : ` ${moment(post.published_at)}`;
  const link = post.post_url === null ? null : html`<br>${webLink(post.post_url, 'The post')}`;
  const why = post.message === '' ? null : html`<br><span class="dim">${post.message}</span>`;
  return html`<tr><td>${instantToLocal(post.due_at, post.timezone)} (${post.timezone})</td><td>${post.client}</td>
<td>${networkNames[post.network]}: ${post.username}</td>
<td>${titleOf(post)}</td>
<td>${post.state}${publishedAt}${link}${why}</td>
<td>${figures.join(', ')}</td></tr>
`;
}

/** The head of the table of actions. */
export const activityHead = html`<tr><th>When</th><th>Who</th><th>What</th><th>From</th></tr>`;
/** An action's row of the table. */
export function activityRow(row: ActivityRow, brand: string): Html {
  const { what } = describeEntry({
    action: row.action,
    subjectKind: row.subject_kind,
    name: row.subject,
    network: row.network,
    details: row.details,
  });
  const person = row.doer ?? 'Somebody who has left';
  const byOperator = row.on_behalf_of === 'operator' ? ' (the operator on their behalf)' : '';
  const who = row.on_behalf_of === 'worker' ? brand : `${person}${byOperator}`;
  return html`<tr><td>${moment(row.created_at)}</td><td>${who}</td><td>${what}</td><td>${row.address}</td></tr>
`;
}
