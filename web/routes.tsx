import { createBrowserRouter, type RouteObject } from 'react-router';
import type { ComponentType } from 'react';
import { Guest } from './shell/Guest.tsx';
import { Broken, Root, Waiting } from './shell/Root.tsx';

type PageModule = { default: ComponentType };
const page = (load: () => Promise<PageModule>) => async () => ({ Component: (await load()).default });
const notBuilt = page(() => import('./pages/not-built.tsx'));

/** Routes whose pages are still to come; the page finds its words by the route. */
const later = [
  'privacy', 'my-account', 'notification', 'find-clients', 'create-video', 'image-creator', 'contents', 'account-management', 'help-and-support',
  'training', 'article-details', 'upgrades', 'report', 'generate-report/:id/:month/:year', 'trends', 'reseller-account', 'agency', 'white-label',
  'popup', 'vimeo-callback', 'reddit-callback', 'linkedin-callback', 'twitter-callback',
];

const open: RouteObject[] = [
  { path: 'forgot-password', lazy: page(() => import('./pages/forgot-password.tsx')) },
  { path: 'reset-password', lazy: page(() => import('./pages/reset-password.tsx')) },
  { path: 'master-login', lazy: page(() => import('./pages/master-login.tsx')) },
  { path: 'social-connect-code', lazy: page(() => import('./pages/social-connect-code.tsx')) },
  { path: 'terms', lazy: page(() => import('./pages/terms.tsx')) },
  { path: 'privacy-policy', lazy: page(() => import('./pages/privacy-policy.tsx')) },
];

const guarded: RouteObject[] = [
  { path: 'dashboard', lazy: page(() => import('./pages/dashboard.tsx')) },
  { path: 'clients', lazy: page(() => import('./pages/clients.tsx')) },
  { path: 'add-client', lazy: page(() => import('./pages/add-client.tsx')) },
  { path: 'edit-client/:id', lazy: page(() => import('./pages/edit-client.tsx')) },
  { path: 'streams', lazy: page(() => import('./pages/streams.tsx')) },
  { path: 'create-stream', lazy: page(() => import('./pages/create-stream.tsx')) },
  { path: 'edit-stream/:id', lazy: page(() => import('./pages/edit-stream.tsx')) },
  { path: 'scheduler', lazy: page(() => import('./pages/scheduler.tsx')) },
  { path: 'schedule-content', lazy: page(() => import('./pages/schedule-content.tsx')) },
  { path: 'schedule-detail/:id', lazy: page(() => import('./pages/schedule-detail.tsx')) },
  ...later.map((path) => ({ path, lazy: notBuilt })),
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
      { lazy: page(() => import('./shell/Guard.tsx')), children: guarded },
      { path: '*', lazy: page(() => import('./pages/not-found.tsx')) },
    ],
  },
]);
