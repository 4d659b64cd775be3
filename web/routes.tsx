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
/** Where the navigation under way leads; this very page without one. */
const wanted = (): string => {
  const next = router.state.navigation.location;
  return next ? next.pathname + next.search + next.hash : location.href;
};

const open: RouteObject[] = [
  { path: paths.forgotPassword(), lazy: page(() => import('./pages/people/forgot-password.tsx')) },
  { path: paths.resetPassword(), lazy: page(() => import('./pages/people/reset-password.tsx')) },
  { path: paths.confirmEmail(), lazy: page(() => import('./pages/people/confirm-email.tsx')) },
  { path: paths.stopKeywordMails(), lazy: page(() => import('./pages/insight/stop-keyword-mails.tsx')) },
  { path: paths.accountDeleted(), lazy: page(() => import('./pages/whole/account-deleted.tsx')) },
  { path: paths.masterLogin(), lazy: page(() => import('./pages/people/master-login.tsx')) },
  { path: paths.connect(':token'), lazy: page(() => import('./pages/people/connect-link.tsx')) },
  { path: paths.clientReport(':token'), lazy: page(() => import('./pages/insight/client-report.tsx')) },
  { path: paths.join(':id'), lazy: page(() => import('./pages/selling/join.tsx')) },
  { path: paths.socialConnectCode(), lazy: page(() => import('./pages/people/social-connect-code.tsx')) },
  { path: paths.terms(), lazy: page(() => import('./pages/whole/terms.tsx')) },
  { path: paths.privacyPolicy(), lazy: page(() => import('./pages/whole/privacy-policy.tsx')) },
];

const behind = (permission: Permission, children: RouteObject[], closed?: Closed): RouteObject => ({
  element: <Allowed permission={permission} closed={closed} />,
  children,
});
/** For everybody; who is signed in has the navigation around them. */
const help: RouteObject[] = [
  { path: paths.helpAndSupport(), lazy: page(() => import('./pages/selling/help-and-support.tsx')) },
  { path: paths.training(), lazy: page(() => import('./pages/selling/training.tsx')) },
  { path: paths.articleDetails(), lazy: page(() => import('./pages/selling/article-details.tsx')) },
];

const guarded: RouteObject[] = [
  { path: paths.dashboard(), lazy: page(() => import('./pages/insight/dashboard.tsx')) },
  { path: paths.clients(), lazy: page(() => import('./pages/people/clients.tsx')) },
  { path: paths.addClient(), lazy: page(() => import('./pages/whole/add-client.tsx')) },
  { path: paths.editClient(':id'), lazy: page(() => import('./pages/whole/edit-client.tsx')) },
  { path: paths.approvals(), lazy: page(() => import('./pages/planning/approvals.tsx')) },
  { path: paths.notification(), lazy: page(() => import('./pages/people/notification.tsx')) },
  behind('manageStreams', [
    { path: paths.streams(), lazy: page(() => import('./pages/content/streams.tsx')) },
    { path: paths.createStream(), lazy: page(() => import('./pages/content/create-stream.tsx')) },
    { path: paths.editStream(':id'), lazy: page(() => import('./pages/content/edit-stream.tsx')) },
  ]),
  behind('schedule', [
    { path: paths.scheduler(), lazy: page(() => import('./pages/planning/scheduler.tsx')) },
    { path: paths.scheduleContent(), lazy: page(() => import('./pages/planning/schedule-content.tsx')) },
    { path: paths.scheduleDetail(':id'), lazy: page(() => import('./pages/planning/schedule-detail.tsx')) },
    { path: paths.ledger(), lazy: page(() => import('./pages/insight/ledger.tsx')) },
    { path: paths.ledgerPosts(), lazy: page(() => import('./pages/insight/ledger-posts.tsx')) },
    { path: paths.ledgerPost(':id'), lazy: page(() => import('./pages/insight/ledger-post.tsx')) },
  ]),
  behind('createContent', [
    { path: paths.createVideo(), lazy: page(() => import('./pages/content/create-video.tsx')) },
    { path: paths.imageCreator(), lazy: page(() => import('./pages/content/image-creator.tsx')) },
    { path: paths.contents(), lazy: page(() => import('./pages/content/contents.tsx')) },
    { path: paths.library(), lazy: page(() => import('./pages/content/library.tsx')) },
    { path: paths.licences(), lazy: page(() => import('./pages/content/licences.tsx')) },
  ]),
  behind('trends', [{ path: paths.trends(), lazy: page(() => import('./pages/insight/trends.tsx')) }]),
  behind('findClients', [{ path: paths.findClients(), lazy: page(() => import('./pages/insight/find-clients.tsx')) }]),
  behind('reports', [
    { path: paths.report(), lazy: page(() => import('./pages/insight/report.tsx')) },
    {
      path: paths.generateReport({ id: ':id', month: ':month', year: ':year' }),
      lazy: page(() => import('./pages/insight/generate-report.tsx')),
    },
  ]),
  behind('profit', [{ path: paths.profit(), lazy: page(() => import('./pages/insight/profit.tsx')) }]),
  behind('manageStreams', [{ path: paths.ideas(), lazy: page(() => import('./pages/planning/ideas.tsx')) }]),
  behind('myAccount', [{ path: paths.myAccount(), lazy: page(() => import('./pages/people/my-account.tsx')) }]),
  behind('loginSecurity', [{ path: paths.security(), lazy: page(() => import('./pages/people/security.tsx')) }]),
  behind('accountData', [{ path: paths.accountData(), lazy: page(() => import('./pages/whole/account-data.tsx')) }]),
  behind('privacy', [{ path: paths.privacy(), lazy: page(() => import('./pages/whole/privacy.tsx')) }]),
  behind('activity', [{ path: paths.activity(), lazy: page(() => import('./pages/whole/activity.tsx')) }]),
  behind('manageMembers', [
    { path: paths.accountManagement(), lazy: page(() => import('./pages/people/account-management.tsx')) },
  ]),
  behind('manageResellers', [
    { path: paths.resellerAccount(), lazy: page(() => import('./pages/selling/reseller-account.tsx')) },
  ]),
  behind('agencyProfile', [{ path: paths.agency(), lazy: page(() => import('./pages/people/agency.tsx')) }]),
  behind('rebrand', [{ path: paths.rebranding(), lazy: page(() => import('./pages/selling/rebranding.tsx')) }]),
  behind('openUpgrades', [{ path: paths.upgrades(), lazy: page(() => import('./pages/selling/upgrades.tsx')) }], {
    shownTo: 'upgrades',
    why: 'Upgrades are for accounts with more than one plan',
  }),
  behind('billing', [{ path: paths.billing(), lazy: page(() => import('./pages/people/billing.tsx')) }]),
  behind('whiteLabel', [{ path: paths.whiteLabel(), lazy: page(() => import('./pages/selling/white-label.tsx')) }]),
];

/** Where the small window on a network's page comes back to. */
const networkCallback = page(() => import('./pages/people/network-callback.tsx'));
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
          { path: paths.home(), lazy: page(() => import('./pages/people/login.tsx')) },
          { path: paths.login(), lazy: page(() => import('./pages/people/login.tsx')) },
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
