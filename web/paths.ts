/**
 * The address of every page, in one place: routes, links, menus and the palette use it. A route is the address with the
 * names of its parameters: `paths.editClient(':id')`.
 */

import type { CalendarStatus } from '#contract/base/list-options.ts';
import type { LedgerBucket } from '#rules/ledger.ts';

/** A tab of a client's page. */
export type ClientTab = 'plan' | 'posts' | 'approvals' | 'accounts' | 'details';

/** `{ month: '2026-11', client: undefined } -> '?month=2026-11'`; '' if no parameter has a value. */
function searchOf(values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, value);
  // A parameter without a value is only named: `?new`.
  return search.size === 0 ? '' : `?${search.toString().replaceAll(/=(?=&|$)/g, '')}`;
}

/** A page's address from its parameters and its query. Months are '2026-11', days '2026-11-22'. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  confirmEmail: () => '/confirm-email',
  stopKeywordMails: () => '/stop-keyword-mails',
  accountDeleted: (search: { token?: string } = {}) => `/account-deleted${searchOf(search)}`,
  masterLogin: () => '/master-login',
  connect: (token: string) => `/connect/${token}`,
  clientReport: (token: string) => `/client-report/${token}`,
  join: (id: string) => `/join/${id}`,
  socialConnectCode: () => '/social-connect-code',
  terms: () => '/terms',
  privacyPolicy: () => '/privacy-policy',

  popup: () => '/popup',
  vimeoCallback: () => '/vimeo-callback',
  redditCallback: () => '/reddit-callback',
  linkedinCallback: () => '/linkedin-callback',
  twitterCallback: () => '/twitter-callback',

  dashboard: () => '/dashboard',
  clients: () => '/clients',
  addClient: () => '/add-client',
  editClient: (
    id: string,
    search:
      | { tab?: ClientTab }
      | { tab: 'plan'; new: ''; for: string; step: 'stream' }
      | {
          tab: 'posts';
          month?: string | undefined;
          place?: LedgerBucket | undefined;
          search?: string | undefined;
        } = {},
  ) => `/edit-client/${id}${searchOf(search)}`,
  approvals: (search: { list?: 'waiting' | 'sent-back'; schedule?: string | undefined; client?: string } = {}) =>
    `/approvals${searchOf(search)}`,
  notification: () => '/notification',
  inbox: (search: { client?: string; show?: 'unread' } = {}) => `/inbox${searchOf(search)}`,
  helpAndSupport: (search: { from?: string } = {}) => `/help-and-support${searchOf(search)}`,
  training: (search: { id?: string } = {}) => `/training${searchOf(search)}`,
  articleDetails: (search: { id?: string; cid?: string } = {}) => `/article-details${searchOf(search)}`,

  streams: () => '/streams',
  /** `for` is the client the stream is made for, and the default client of its schedule. */
  createStream: (search: { for?: string | undefined } = {}) => `/create-stream${searchOf(search)}`,
  /** `item` is open for editing. */
  editStream: (id: string, search: { for?: string | undefined; item?: string } = {}) =>
    `/edit-stream/${id}${searchOf(search)}`,

  scheduler: (
    search:
      | { new: ''; for?: string | undefined; stream?: string; first?: string }
      | { view?: 'day'; day?: string; status?: CalendarStatus } = {},
  ) => `/scheduler${searchOf(search)}`,
  /** `client`: for whom. */
  planSeveral: (search: { client?: string } = {}) => `/plan-several${searchOf(search)}`,
  scheduleContent: () => '/schedule-content',
  scheduleDetail: (id: string) => `/schedule-detail/${id}`,
  ledger: (search: { month?: string; search?: string | undefined; sort?: string | undefined } = {}) =>
    `/ledger${searchOf(search)}`,
  ledgerPosts: (
    search: {
      month?: string;
      client?: string | undefined;
      place?: LedgerBucket | undefined;
      search?: string | undefined;
    } = {},
  ) => `/ledger/posts${searchOf(search)}`,
  ledgerPost: (id: string) => `/ledger/post/${id}`,

  createVideo: (search: { id?: string } = {}) => `/create-video${searchOf(search)}`,
  imageCreator: (search: { id?: string } = {}) => `/image-creator${searchOf(search)}`,
  contents: () => '/contents',
  library: () => '/library',
  licences: (search: { client?: string | undefined } = {}) => `/licences${searchOf(search)}`,
  trends: () => '/trends',
  findClients: () => '/find-clients',
  report: () => '/report',
  profit: (search: { month?: string; search?: string | undefined; sort?: string | undefined } = {}) =>
    `/profit${searchOf(search)}`,
  ideas: (search: { client?: string | undefined } = {}) => `/ideas${searchOf(search)}`,
  generateReport: ({ id, month, year }: { id: string; month: string; year: string }) =>
    `/generate-report/${id}/${month}/${year}`,

  myAccount: () => '/my-account',
  security: () => '/security',
  accountData: () => '/account-data',
  privacy: () => '/privacy',
  activity: () => '/activity',
  accountManagement: () => '/account-management',
  resellerAccount: () => '/reseller-account',
  agency: () => '/agency',
  rebranding: () => '/rebranding',
  upgrades: (search: { panel?: string } = {}) => `/upgrades${searchOf(search)}`,
  whiteLabel: (search: { tab?: 'membership' | 'users' | 'payment' } = {}) => `/white-label${searchOf(search)}`,
  billing: () => '/billing',
} as const;
