import { createBrowserRouter, type RouteObject } from 'react-router';
import type { ComponentType } from 'react';
import type { Permission } from '#rules/permissions.ts';
import { loadPage } from './load-code.ts';
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
const notBuilt = page(() => import('./pages/not-built.tsx'));

const open: RouteObject[] = [
  { path: 'forgot-password', lazy: page(() => import('./pages/forgot-password.tsx')) },
  { path: 'reset-password', lazy: page(() => import('./pages/reset-password.tsx')) },
  { path: 'confirm-email', lazy: page(() => import('./pages/confirm-email.tsx')) },
  { path: 'account-deleted', lazy: page(() => import('./pages/account-deleted.tsx')) },
  { path: 'master-login', lazy: page(() => import('./pages/master-login.tsx')) },
  { path: 'connect/:token', lazy: page(() => import('./pages/connect-link.tsx')) },
  { path: 'social-connect-code', lazy: page(() => import('./pages/social-connect-code.tsx')) },
  { path: 'terms', lazy: page(() => import('./pages/terms.tsx')) },
  { path: 'privacy-policy', lazy: page(() => import('./pages/privacy-policy.tsx')) },
];

const behind = (permission: Permission, children: RouteObject[], closed?: Closed): RouteObject => ({ element: <Allowed permission={permission} closed={closed} />, children });
/** Pages still to come; the one page behind them finds its words by the route. */
const later = (...paths: string[]): RouteObject[] => paths.map((path) => ({ path, lazy: notBuilt }));

const guarded: RouteObject[] = [
  { path: 'dashboard', lazy: page(() => import('./pages/dashboard.tsx')) },
  { path: 'clients', lazy: page(() => import('./pages/clients.tsx')) },
  { path: 'add-client', lazy: page(() => import('./pages/add-client.tsx')) },
  { path: 'edit-client/:id', lazy: page(() => import('./pages/edit-client.tsx')) },
  { path: 'approvals', lazy: page(() => import('./pages/approvals.tsx')) },
  { path: 'notification', lazy: page(() => import('./pages/notification.tsx')) },
  ...later('help-and-support', 'training', 'article-details'),
  behind('manageStreams', [
    { path: 'streams', lazy: page(() => import('./pages/streams.tsx')) },
    { path: 'create-stream', lazy: page(() => import('./pages/create-stream.tsx')) },
    { path: 'edit-stream/:id', lazy: page(() => import('./pages/edit-stream.tsx')) },
  ]),
  behind('schedule', [
    { path: 'scheduler', lazy: page(() => import('./pages/scheduler.tsx')) },
    { path: 'schedule-content', lazy: page(() => import('./pages/schedule-content.tsx')) },
    { path: 'schedule-detail/:id', lazy: page(() => import('./pages/schedule-detail.tsx')) },
    { path: 'ledger', lazy: page(() => import('./pages/ledger.tsx')) },
    { path: 'ledger/posts', lazy: page(() => import('./pages/ledger-posts.tsx')) },
    { path: 'ledger/post/:id', lazy: page(() => import('./pages/ledger-post.tsx')) },
  ]),
  behind('createContent', later('create-video', 'image-creator', 'contents')),
  behind('trends', later('trends')),
  behind('findClients', later('find-clients')),
  behind('reports', later('report', 'generate-report/:id/:month/:year')),
  behind('myAccount', [{ path: 'my-account', lazy: page(() => import('./pages/my-account.tsx')) }]),
  behind('loginSecurity', [{ path: 'security', lazy: page(() => import('./pages/security.tsx')) }]),
  behind('accountData', [{ path: 'account-data', lazy: page(() => import('./pages/account-data.tsx')) }]),
  behind('privacy', [{ path: 'privacy', lazy: page(() => import('./pages/privacy.tsx')) }]),
  behind('activity', [{ path: 'activity', lazy: page(() => import('./pages/activity.tsx')) }]),
  behind('manageMembers', [{ path: 'account-management', lazy: page(() => import('./pages/account-management.tsx')) }]),
  behind('manageResellers', [{ path: 'reseller-account', lazy: page(() => import('./pages/reseller-account.tsx')) }]),
  behind('agencyProfile', [{ path: 'agency', lazy: page(() => import('./pages/agency.tsx')) }]),
  behind('openUpgrades', later('upgrades'), { shownTo: 'upgrades', why: 'Upgrades are for accounts with more than one plan' }),
  behind('whiteLabel', later('white-label')),
];

/** Where the small window on a network's page comes back to. */
const networkCallback = page(() => import('./pages/network-callback.tsx'));
const inWindows: RouteObject[] = [
  { path: 'popup', lazy: page(() => import('./pages/popup.tsx')) },
  ...['vimeo-callback', 'reddit-callback', 'linkedin-callback', 'twitter-callback'].map((path) => ({ path, lazy: networkCallback })),
];

/** Every route of the product. Source: specification 1, §2.1; specification 3, §2. */
export const router = createBrowserRouter([
  {
    Component: Root,
    HydrateFallback: Waiting,
    ErrorBoundary: Broken,
    children: [
      { Component: Guest, children: [{ index: true, lazy: page(() => import('./pages/login.tsx')) }, { path: 'login', lazy: page(() => import('./pages/login.tsx')) }] },
      ...open,
      { lazy: page(() => import('./shell/bare-guard.tsx')), children: inWindows },
      { lazy: page(() => import('./shell/guard.tsx')), children: [{ ErrorBoundary: BrokenPage, children: guarded }] },
      { path: '*', lazy: page(() => import('./pages/not-found.tsx')) },
    ],
  },
]);
