import { createBrowserRouter, type RouteObject } from 'react-router';
import type { ComponentType } from 'react';
import type { Permission } from '#rules/permissions.ts';
import { loadPage } from './lib/load-code.ts';
import { noteNextPage } from './lib/next-page.ts';
import { paths } from './paths.ts';
import { Allowed, type Closed } from './shell/allowed.tsx';
import { Guest } from './shell/guest.tsx';
import { Broken, BrokenPage, Root, Waiting } from './shell/root.tsx';

type PageModule = { default: ComponentType };
const page = (load: () => Promise<PageModule>) => async () => ({ Component: (await loadPage(load, wanted)).default });
/** The target of the current navigation; the current page without one. */
const wanted = (): string => {
  const next = router.state.navigation.location;
  return next ? next.pathname + next.search + next.hash : location.href;
};

const open: RouteObject[] = [
  { path: paths.forgotPassword(), lazy: page(() => import('./pages/people/auth/forgot-password.tsx')) },
  { path: paths.resetPassword(), lazy: page(() => import('./pages/people/auth/reset-password.tsx')) },
  { path: paths.confirmEmail(), lazy: page(() => import('./pages/people/auth/confirm-email.tsx')) },
  {
    path: paths.stopKeywordMails(),
    lazy: page(() => import('./pages/insights/keyword-alerts/stop-keyword-mails.tsx')),
  },
  { path: paths.accountDeleted(), lazy: page(() => import('./pages/app/account-data/account-deleted.tsx')) },
  { path: paths.masterLogin(), lazy: page(() => import('./pages/people/auth/master-login.tsx')) },
  { path: paths.connect(':token'), lazy: page(() => import('./pages/people/connect-links/connect-link.tsx')) },
  { path: paths.clientReport(':token'), lazy: page(() => import('./pages/insights/reports/client-report.tsx')) },
  { path: paths.join(':id'), lazy: page(() => import('./pages/selling/memberships/join.tsx')) },
  { path: paths.socialConnectCode(), lazy: page(() => import('./pages/people/accounts/social-connect-code.tsx')) },
  { path: paths.terms(), lazy: page(() => import('./pages/app/legal/terms.tsx')) },
  { path: paths.privacyPolicy(), lazy: page(() => import('./pages/app/legal/privacy-policy.tsx')) },
];

const behind = (permission: Permission, children: RouteObject[], closed?: Closed): RouteObject => ({
  element: <Allowed permission={permission} closed={closed} />,
  children,
});
/** For everybody; signed-in people see the navigation around them. */
const help: RouteObject[] = [
  { path: paths.helpAndSupport(), lazy: page(() => import('./pages/app/help/help-and-support.tsx')) },
  { path: paths.training(), lazy: page(() => import('./pages/app/help/training.tsx')) },
  { path: paths.articleDetails(), lazy: page(() => import('./pages/app/help/article-details.tsx')) },
];

const guarded: RouteObject[] = [
  { path: paths.dashboard(), lazy: page(() => import('./pages/insights/dashboard/dashboard.tsx')) },
  { path: paths.clients(), lazy: page(() => import('./pages/people/clients/clients.tsx')) },
  { path: paths.addClient(), lazy: page(() => import('./pages/app/clients/add-client.tsx')) },
  { path: paths.editClient(':id'), lazy: page(() => import('./pages/app/clients/edit-client.tsx')) },
  { path: paths.approvals(), lazy: page(() => import('./pages/planning/approvals/approvals.tsx')) },
  { path: paths.inbox(), lazy: page(() => import('./pages/app/inbox/inbox.tsx')) },
  { path: paths.notification(), lazy: page(() => import('./pages/base/notification.tsx')) },
  behind('manageStreams', [
    { path: paths.streams(), lazy: page(() => import('./pages/content/streams/streams.tsx')) },
    { path: paths.createStream(), lazy: page(() => import('./pages/content/streams/create-stream.tsx')) },
    { path: paths.editStream(':id'), lazy: page(() => import('./pages/content/streams/edit-stream.tsx')) },
  ]),
  behind('schedule', [
    { path: paths.scheduler(), lazy: page(() => import('./pages/planning/schedules/scheduler.tsx')) },
    { path: paths.planSeveral(), lazy: page(() => import('./pages/planning/posts/plan-several.tsx')) },
    { path: paths.scheduleContent(), lazy: page(() => import('./pages/planning/schedules/schedule-content.tsx')) },
    { path: paths.scheduleDetail(':id'), lazy: page(() => import('./pages/planning/schedules/schedule-detail.tsx')) },
    { path: paths.ledger(), lazy: page(() => import('./pages/insights/ledger/ledger.tsx')) },
    { path: paths.ledgerPosts(), lazy: page(() => import('./pages/insights/ledger/ledger-posts.tsx')) },
    { path: paths.ledgerPost(':id'), lazy: page(() => import('./pages/insights/ledger/ledger-post.tsx')) },
  ]),
  behind('createContent', [
    { path: paths.createVideo(), lazy: page(() => import('./pages/content/videos/create-video.tsx')) },
    { path: paths.imageCreator(), lazy: page(() => import('./pages/content/designs/image-creator.tsx')) },
    { path: paths.contents(), lazy: page(() => import('./pages/content/contents/contents.tsx')) },
    { path: paths.library(), lazy: page(() => import('./pages/content/library/library.tsx')) },
    { path: paths.licences(), lazy: page(() => import('./pages/content/licences/licences.tsx')) },
  ]),
  behind('trends', [{ path: paths.trends(), lazy: page(() => import('./pages/insights/trends/trends.tsx')) }]),
  behind('findClients', [
    { path: paths.findClients(), lazy: page(() => import('./pages/insights/prospects/find-clients.tsx')) },
  ]),
  behind('reports', [
    { path: paths.report(), lazy: page(() => import('./pages/insights/reports/report.tsx')) },
    {
      path: paths.generateReport({ id: ':id', month: ':month', year: ':year' }),
      lazy: page(() => import('./pages/insights/reports/generate-report.tsx')),
    },
  ]),
  behind('profit', [{ path: paths.profit(), lazy: page(() => import('./pages/insights/profit/profit.tsx')) }]),
  behind('manageStreams', [{ path: paths.ideas(), lazy: page(() => import('./pages/planning/ideas/ideas.tsx')) }]),
  behind('myAccount', [{ path: paths.myAccount(), lazy: page(() => import('./pages/people/auth/my-account.tsx')) }]),
  behind('loginSecurity', [{ path: paths.security(), lazy: page(() => import('./pages/people/auth/security.tsx')) }]),
  behind('accountData', [
    { path: paths.accountData(), lazy: page(() => import('./pages/app/account-data/account-data.tsx')) },
  ]),
  behind('privacy', [{ path: paths.privacy(), lazy: page(() => import('./pages/app/account-data/privacy.tsx')) }]),
  behind('activity', [{ path: paths.activity(), lazy: page(() => import('./pages/app/activity/activity.tsx')) }]),
  behind('manageMembers', [
    { path: paths.accountManagement(), lazy: page(() => import('./pages/people/users/account-management.tsx')) },
  ]),
  behind('manageResellers', [
    { path: paths.resellerAccount(), lazy: page(() => import('./pages/selling/resellers/reseller-account.tsx')) },
  ]),
  behind('agencyProfile', [{ path: paths.agency(), lazy: page(() => import('./pages/people/agency/agency.tsx')) }]),
  behind('rebrand', [
    { path: paths.rebranding(), lazy: page(() => import('./pages/selling/white-label/rebranding.tsx')) },
  ]),
  behind(
    'openUpgrades',
    [{ path: paths.upgrades(), lazy: page(() => import('./pages/selling/upgrades/upgrades.tsx')) }],
    {
      shownTo: 'upgrades',
      why: 'Upgrades are for accounts with more than one plan',
    },
  ),
  behind('billing', [{ path: paths.billing(), lazy: page(() => import('./pages/selling/memberships/billing.tsx')) }]),
  behind('whiteLabel', [
    { path: paths.whiteLabel(), lazy: page(() => import('./pages/selling/white-label/white-label.tsx')) },
  ]),
];

/** The address at which the small window returns from a network's page. */
const networkCallback = page(() => import('./pages/people/accounts/network-callback.tsx'));
const inWindows: RouteObject[] = [
  { path: paths.popup(), lazy: page(() => import('./pages/base/popup.tsx')) },
  ...[paths.vimeoCallback(), paths.redditCallback(), paths.linkedinCallback(), paths.twitterCallback()].map((path) => ({
    path,
    lazy: networkCallback,
  })),
];

/** Every route of the product. */
export const router = createBrowserRouter([
  {
    Component: Root,
    HydrateFallback: Waiting,
    ErrorBoundary: Broken,
    children: [
      {
        Component: Guest,
        children: [
          { path: paths.home(), lazy: page(() => import('./pages/people/auth/login.tsx')) },
          { path: paths.login(), lazy: page(() => import('./pages/people/auth/login.tsx')) },
        ],
      },
      ...open,
      { lazy: page(() => import('./shell/open-guard.tsx')), children: [{ ErrorBoundary: BrokenPage, children: help }] },
      { lazy: page(() => import('./shell/bare-guard.tsx')), children: inWindows },
      { lazy: page(() => import('./shell/guard.tsx')), children: [{ ErrorBoundary: BrokenPage, children: guarded }] },
      { path: '*', lazy: page(() => import('./pages/base/not-found.tsx')) },
    ],
  },
]);
router.subscribe(({ navigation, location: { pathname } }) => noteNextPage(navigation.location?.pathname ?? pathname));
