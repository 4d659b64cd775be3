/** Valid input of every call, for the matrix. */

import type { Name } from '#contract/index.ts';
import { inputs } from './inputs.ts';
import { keyOfVisit, order as planned, type Rows, stripeKey } from './stage.ts';

/** The values in the input of calls that name no rows. */
type Further = {
  email: string;
  password: string;
  /** The person whose name and password the caller may also change: a client account its own, the agency a member's. */
  editable: string;
  links: { reset: string; master: string; confirm: string };
  resume: { at: string; fingerprint: string };
  /** A post that waits for its client's approval, and all waiting posts of its schedule. */
  waiting: { id: string; fingerprint: string; decision: number; schedule: string; whole: string };
  connectToken: string;
  /** How the client agreed, if another person decides for it. */
  word: { told_how?: string };
  own: { email: string };
  visits: Readonly<Record<'reddit' | 'vimeo' | 'twitter' | 'linkedin' | 'facebook', string>>;
};
/** The rows and values in valid input of every call. */
export type CallRows = Rows & Further;

/** A password that is strong enough. */
export const password = 'Sunny-Day1!';

/** The input of another schedule, far in the future. */
export const onceMore = { ...planned, schedule_date: '2034-01-01' } as const;
const color = { first: '#112233', second: '#445566' } as const;
/** The input that identifies a post as it was shown. */
const shownOf = ({ id, fingerprint, decision }: CallRows['waiting']) => ({ id, fingerprint, decision });
const order = { name: 'Name', email: 'somebody-else@example.test', password };

/** Valid input of every call that `inputs` lacks, or that would change nothing with the input there. */
const furtherInputs: Partial<Record<Name, (rows: CallRows) => Readonly<Record<string, unknown>>>> = {
  login: ({ email }) => ({ email, password }),
  logout: () => ({}),
  'fetch-user': () => ({}),
  'forgot-password': ({ email }) => ({ email }),
  'reset-password': ({ links }) => ({ password, confirm_password: password, password_token: links.reset }),
  'master-login': ({ email, links }) => ({ email, token: links.master }),
  'confirm-email': ({ links }) => ({ token: links.confirm }),
  profile: () => ({ name: 'Name' }),
  'change-email': () => ({ email: 'somebody-else@example.test' }),
  'fetch-sessions': () => ({}),
  'delete-other-sessions': () => ({}),
  'add-app-client': () => ({ ...order, earning: 1, frequency: 'weekly' }),
  'add-quick-client': () => ({ name: order.name, email: order.email }),
  'create-client': () => ({ ...order, type: 'team_member' }),
  'edit-client-account': ({ editable }) => ({ id: editable, name: 'Name' }),
  'fetch-team-members': () => ({}),
  'fetch-reseller-accounts': () => ({}),
  'fetch-agency': () => ({}),
  agency: () => ({ name: 'Name', email: 'agency@example.test' }),
  'fetch-wl-rebranding': () => ({}),
  'fetch-whitelabel': () => ({}),
  'create-whitelabel': () => ({ name: 'Brand', aiKey: 'sk-1', color, domain: 'brand.example.test' }),
  'fetch-whitelabel-data': () => ({ domain: 'brand.example.test' }),
  'stripe-connect': () => ({ name: 'Main', secretKey: stripeKey }),
  'fetch-membership': () => ({}),
  'fetch-wl-users': () => ({}),
  'fetch-billing': () => ({}),
  'open-billing': () => ({ back: '' }),
  'fetch-networks': () => ({}),
  'check-network-status': () => ({ key: keyOfVisit('reddit') }),
  'twitter-callback': ({ visits }) => ({ state: visits.twitter, code: 'c' }),
  'linkedin-callback': ({ visits }) => ({ state: visits.linkedin, code: 'c' }),
  'connect-reddit': ({ visits }) => ({ state: visits.reddit, code: 'c' }),
  'save-vimeo': ({ visits }) => ({ state: visits.vimeo, code: 'c' }),
  'facebook-targets': ({ visits }) => ({ state: visits.facebook, code: 'c' }),
  'fetch-streams': () => ({}),
  'fetch-library': () => ({}),
  'fetch-space': () => ({}),
  'upload-file': () => ({ file_type: 'image' }),
  'fetch-dashboard': () => ({ timezone: 'UTC' }),
  'remove-sample-data': () => ({}),
  'fetch-profits': () => ({ month: '2035-01', timezone: 'UTC' }),
  'export-profits': () => ({ month: '2035-01', timezone: 'UTC' }),
  'fetch-ledger': () => ({ month: '2035-01', timezone: 'UTC' }),
  'fetch-pauses': () => ({}),
  'fetch-calendar-feeds': () => ({}),
  'resume-publishing': ({ account, resume }) => ({ scope: 'account', id: account, ...resume, choice: 'skip' }),
  'fetch-activity-people': () => ({}),
  'open-connect-link': ({ connectToken }) => ({ token: connectToken }),
  'fetch-connect-page': () => ({}),
  'open-shared-report': ({ reportToken }) => ({ token: reportToken }),
  'fetch-approvals': ({ client }) => ({ client_id: client }),
  'fetch-approval': ({ waiting: { id } }) => ({ id }),
  'approve-posts': ({ waiting, word }) => ({ posts: [shownOf(waiting)], ...word }),
  'approve-chosen-posts': ({ waiting, word }) => ({ posts: [shownOf(waiting)], ...word }),
  'approve-schedule': ({ waiting: { schedule, whole }, word }) => ({
    schedule_id: schedule,
    fingerprint: whole,
    ...word,
  }),
  'send-back-post': ({ waiting }) => ({ ...shownOf(waiting), comment: 'Not like this' }),
  'send-back-chosen-posts': ({ waiting }) => ({
    posts: [shownOf(waiting)],
    comment: 'Not like this',
  }),
  'comment-post': ({ waiting: { id } }) => ({ id, comment: 'Well' }),
  'fetch-planned': ({ client }) => ({ client_id: client }),
  'fetch-published': ({ client }) => ({ client_id: client }),
  'fetch-today': () => ({ timezone: 'UTC' }),
  'help/fetch-article': () => ({ app_id: 35 }),
  'help/fetch-article-category': () => ({ app_id: '35' }),
  'help/fetch-videos': () => ({ app_id: 35 }),
  'help/fetch-support': () => ({ app_id: 35 }),
  'help/rate-article': () => ({ app_id: 35, article: 'connect-reddit', helpful: true }),
  'help/report-search': () => ({ app_id: 35, words: 'pinterest' }),
  'fetch-site-help': () => ({}),
  'fetch-upgrades': () => ({}),
  'open-upgrade': () => ({ id: 'cold-mails' }),
  'fetch-premade-stream': () => ({ id: 'facts' }),
  'install-premade-stream': () => ({ id: 'fitness-videos' }),
  'send-ticket': () => ({
    kind: 'reseller-license',
    fields: { transaction_id: 'T-1', affiliate_id: 'A-1', email: 'a@example.test' },
  }),
  'save-site-article': () => ({ category: 'networks', title: 'Title', content: 'Words' }),
  'hide-site-article': () => ({ article: 'connect-reddit', hidden: true }),
  'remove-site-article': () => ({ article: 'connect-reddit' }),
  'fetch-article-preview': () => ({ content: '# Words' }),
  'remove-helpdesk': () => ({}),
  'save-helpdesk': () => ({ address: 'help@example.test' }),
  'fetch-film': () => ({ name: 'tour' }),
  'search-signs': () => ({ set: 'emoji', keyword: 'cat' }),
  'fetch-signs': () => ({ signs: [{ set: 'icon', sign: 'heart' }] }),
  'fetch-templates': () => ({ search: 'offer' }),
  'fetch-typefaces': () => ({}),
  'search-media': () => ({ keyword: 'sky', search_type: 'quote' }),
  'search-youtube': () => ({ keyword: 'sky' }),
  'fetch-looks': () => ({}),
  'search-reddit': () => ({ query: 'sky' }),
  'google-trends': () => ({ country: 'US' }),
  'search-twitter': () => ({ lat: 40.7, long: -74 }),
  'geo-locations': () => ({}),
  'save-keyword-mails': () => ({ mails: 'on' }),
  'stop-keyword-mails': ({ stopToken }) => ({ token: stopToken }),
  'fetch-finder': () => ({}),
  'find-businesses': () => ({ town: 'Springfield', trade: 'bakery' }),
  'look-at-site': () => ({ url: 'http://127.0.0.1/' }),
  'fetch-prospect-lists': () => ({}),
  'fetch-google-keys': () => ({}),
  'download-youtube-video': () => ({ url: 'https://www.youtube.com/watch?v=vid00000002' }),
  'fetch-fonts': () => ({}),
  'fetch-font-files': () => ({ family: 'Inter' }),
  'fetch-emoji': () => ({ graphemes: ['🚀'] }),
  'get-polly-languages': () => ({}),
  'get-artists': () => ({ lang_code: 'en-US' }),
  'fetch-ai': () => ({}),
  'fetch-ai-settings': () => ({}),
  'fetch-file-titles': () => ({}),
  'settle-file-titles': () => ({ answer: 'keep' }),
  'save-ai-settings': () => ({ key: 'sk-1', input_price: 1, output_price: 1, limit: 5 }),
  'fetch-withdrawn': () => ({}),
  'fetch-suggestions': () => ({}),
  'hide-suggestion': () => ({ id: 'repurpose' }),
  'fetch-needs-you': () => ({}),
  'fetch-next-days': () => ({ timezone: 'UTC' }),
  'confirm-identity': () => ({ password }),
  'fetch-second-factor': () => ({}),
  'start-second-factor': () => ({}),
  'fetch-account-data': () => ({}),
  'download-user-data': () => ({}),
  'fetch-client-account': () => ({}),
  'get-calender': () => ({}),
  'disable-account': () => ({}),
  'preview-deletion': () => ({}),
  'delete-account': ({ own }) => ({ confirmation: own.email }),
};

/** Valid input of a call; undefined if there is none. */
export const inputOf = (name: Name, rows: CallRows): Readonly<Record<string, unknown>> | undefined =>
  (furtherInputs[name] ?? inputs[name])?.(rows);

const furtherNaming: ReadonlySet<Name> = new Set<Name>([
  'check-network-status',
  'fetch-approval',
  'fetch-approvals',
  'fetch-planned',
  'fetch-published',
]);

/** Whether a call names rows, by an id or a key, so that foreign rows can be tried instead. */
export const namesRows = (name: Name): boolean => name in inputs || furtherNaming.has(name);
