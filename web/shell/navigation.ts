import { matchPath } from 'react-router';
import { may, type Permission, type Person } from '#rules/permissions.ts';
import type { IconName } from '../parts/icons/icon.tsx';
import { paths } from '../paths.ts';

/**
 * A screen one can go to, with the permission it needs. Its entry is also highlighted on the pages below it, whose
 * routes are in `holds`.
 */
export type Screen = {
  label: string;
  to: string;
  icon: IconName;
  permission: Permission;
  holds?: readonly string[];
  /** Further words by which the palette finds it. */
  words?: string;
};

/** An entry of the bar: a screen, or a menu of screens. */
export type BarEntry = Screen | { label: string; icon: IconName; screens: readonly Screen[] };

const bar: readonly BarEntry[] = [
  { label: 'Dashboard', to: paths.dashboard(), icon: 'layout-dashboard', permission: 'signedIn' },
  {
    label: 'My Content',
    icon: 'library-photo',
    screens: [
      { label: 'Create Video', to: paths.createVideo(), icon: 'movie', permission: 'createContent' },
      { label: 'Create Image/Meme', to: paths.imageCreator(), icon: 'photo-plus', permission: 'createContent' },
      {
        label: 'My Contents',
        to: paths.contents(),
        icon: 'folder',
        permission: 'createContent',
        words: 'content videos images',
        holds: [paths.library(), paths.licences()],
      },
      { label: 'Drafts', to: paths.ideas(), icon: 'pencil', permission: 'manageStreams', words: 'ideas posts' },
    ],
  },
  {
    label: 'Content Stream',
    to: paths.streams(),
    icon: 'stack-2',
    permission: 'manageStreams',
    holds: [paths.createStream(), paths.editStream(':id')],
  },
  {
    label: 'Scheduler',
    to: paths.scheduler(),
    icon: 'calendar-event',
    permission: 'schedule',
    words: 'calendar week month plan',
    holds: [
      paths.planSeveral(),
      paths.scheduleContent(),
      paths.scheduleDetail(':id'),
      paths.ledger(),
      paths.ledgerPosts(),
      paths.ledgerPost(':id'),
    ],
  },
  { label: 'Approvals', to: paths.approvals(), icon: 'check', permission: 'viewApprovals' },
  {
    label: 'Trends',
    to: paths.trends(),
    icon: 'trending-up',
    permission: 'trends',
  },
  {
    label: 'Report',
    to: paths.report(),
    icon: 'chart-bar',
    permission: 'reports',
    holds: [paths.profit(), paths.generateReport({ id: ':id', month: ':month', year: ':year' })],
  },
  {
    label: 'Clients',
    icon: 'users',
    screens: [
      {
        label: 'Manage Clients',
        to: paths.clients(),
        icon: 'users',
        permission: 'viewClients',
        holds: [paths.addClient(), paths.editClient(':id')],
      },
      { label: 'Find clients', to: paths.findClients(), icon: 'map-search', permission: 'findClients' },
    ],
  },
];

const account: readonly Screen[] = [
  {
    label: 'My Account',
    to: paths.myAccount(),
    icon: 'user-circle',
    permission: 'myAccount',
    holds: [paths.agency()],
  },
  { label: 'Log-in Security', to: paths.security(), icon: 'shield-lock', permission: 'loginSecurity' },
  {
    label: 'Privacy Setting',
    to: paths.privacy(),
    icon: 'shield-lock',
    permission: 'privacy',
    holds: [paths.accountData()],
  },
  { label: 'Activity', to: paths.activity(), icon: 'history', permission: 'activity' },
  { label: 'White Label', to: paths.whiteLabel(), icon: 'world', permission: 'whiteLabel' },
  { label: 'Billing', to: paths.billing(), icon: 'currency-dollar', permission: 'billing' },
  {
    label: 'Account Management',
    to: paths.accountManagement(),
    icon: 'users-group',
    permission: 'manageMembers',
    words: 'team members people',
    holds: [paths.resellerAccount()],
  },
  { label: 'Rebranding', to: paths.rebranding(), icon: 'tag', permission: 'rebrand' },
  { label: 'Upgrades', to: paths.upgrades(), icon: 'rocket', permission: 'upgrades' },
  {
    label: 'Help & Support',
    to: paths.helpAndSupport(),
    icon: 'lifebuoy',
    permission: 'signedIn',
    holds: [paths.training(), paths.articleDetails()],
  },
];

/** The page behind the bell. */
export const inbox: Screen = {
  label: 'Inbox',
  to: paths.inbox(),
  icon: 'bell',
  permission: 'signedIn',
  words: 'notifications news',
};

/** Screens that no menu contains but that the palette can open. */
const further: readonly Screen[] = [
  inbox,
  { label: 'Add Client', to: paths.addClient(), icon: 'user-plus', permission: 'manageClients' },
  { label: 'Media Library', to: paths.library(), icon: 'library-photo', permission: 'createContent' },
  { label: 'Licences', to: paths.licences(), icon: 'shield-lock', permission: 'createContent' },
  { label: 'Profit', to: paths.profit(), icon: 'coin', permission: 'profit' },
  { label: 'Create Content Stream', to: paths.createStream(), icon: 'plus', permission: 'manageStreams' },
  { label: 'Ledger', to: paths.ledger(), icon: 'list-numbers', permission: 'schedule', words: 'posted failed missed' },
  {
    label: 'Plan several',
    to: paths.planSeveral(),
    icon: 'list',
    permission: 'schedule',
    words: 'sheet bulk import csv posts week',
  },
  { label: 'My Schedules', to: paths.scheduleContent(), icon: 'calendar-time', permission: 'schedule' },
  { label: 'Account Data', to: paths.accountData(), icon: 'folder', permission: 'accountData' },
  { label: 'Agency Profile', to: paths.agency(), icon: 'building-store', permission: 'agencyProfile' },
  { label: 'Reseller Accounts', to: paths.resellerAccount(), icon: 'briefcase', permission: 'manageResellers' },
];

/** The navigation bar for this person; a menu with a single screen becomes that screen. */
export function barOf(person: Person): BarEntry[] {
  return bar.flatMap((entry): BarEntry[] => {
    if (!('screens' in entry)) return may(person, entry.permission) ? [entry] : [];
    const screens = entry.screens
      .filter((screen) => may(person, screen.permission))
      .map((screen) => worded(screen, person));
    const [only] = screens;
    if (only === undefined) return [];
    return screens.length === 1 ? [only] : [{ ...entry, screens }];
  });
}

/**
 * How a link to a screen is marked on the page at an address (`aria-current`): the page itself, a page below it, or
 * another one.
 */
export function currentOf({ to, holds = [] }: Screen, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  return holds.some((route) => matchPath(route, pathname) !== null) ? 'true' : undefined;
}

/** The entries of the user menu. */
export const accountMenuOf = (person: Person): Screen[] => account.filter((screen) => may(person, screen.permission));

/** Every screen that this person can open from the palette. */
export function screensOf(person: Person): Screen[] {
  const inBar = barOf(person).flatMap((entry) => ('screens' in entry ? entry.screens : [entry]));
  return [...inBar, ...further.filter((screen) => may(person, screen.permission)), ...accountMenuOf(person)];
}

const worded = (screen: Screen, person: Person): Screen =>
  screen.to === paths.clients() && person.role === 'client' ? { ...screen, label: 'Manage Client' } : screen;
