import { may, type Permission, type Person } from '#rules/permissions.ts';
import type { IconName } from '../parts/icon.tsx';

/** A screen one can go to, with what a person must be allowed to see it. */
export type Screen = { label: string; to: string; icon: IconName; permission: Permission };

/** An entry of the bar: a screen, or a menu of screens. */
export type BarEntry = Screen | { label: string; icon: IconName; screens: readonly Screen[] };

const bar: readonly BarEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: 'layout-dashboard', permission: 'signedIn' },
  {
    label: 'My Content',
    icon: 'library-photo',
    screens: [
      { label: 'Create Video', to: '/create-video', icon: 'movie', permission: 'createContent' },
      { label: 'Create Image/Meme', to: '/image-creator', icon: 'photo-plus', permission: 'createContent' },
      { label: 'My Contents', to: '/contents', icon: 'folder', permission: 'createContent' },
    ],
  },
  { label: 'Content Stream', to: '/streams', icon: 'stack-2', permission: 'manageStreams' },
  { label: 'Scheduler', to: '/scheduler', icon: 'calendar-event', permission: 'schedule' },
  { label: 'Trends', to: '/trends', icon: 'trending-up', permission: 'trends' },
  { label: 'Report', to: '/report', icon: 'chart-bar', permission: 'reports' },
  {
    label: 'Clients',
    icon: 'users',
    screens: [
      { label: 'Manage Clients', to: '/clients', icon: 'users', permission: 'viewClients' },
      { label: 'Find clients', to: '/find-clients', icon: 'map-search', permission: 'findClients' },
    ],
  },
];

const account: readonly Screen[] = [
  { label: 'My Account', to: '/my-account', icon: 'user-circle', permission: 'myAccount' },
  { label: 'Log-in Security', to: '/security', icon: 'shield-lock', permission: 'loginSecurity' },
  { label: 'Privacy Setting', to: '/privacy', icon: 'shield-lock', permission: 'privacy' },
  { label: 'White Label', to: '/white-label', icon: 'world', permission: 'whiteLabel' },
  { label: 'Ledger', to: '/ledger', icon: 'list-numbers', permission: 'schedule' },
  { label: 'Activity', to: '/activity', icon: 'history', permission: 'activity' },
  { label: 'Account Management', to: '/account-management', icon: 'users-group', permission: 'manageMembers' },
  { label: 'Upgrades', to: '/upgrades', icon: 'rocket', permission: 'upgrades' },
  { label: 'Help & Support', to: '/help-and-support', icon: 'lifebuoy', permission: 'signedIn' },
];

/** Screens that no menu holds but that can be jumped to. */
const further: readonly Screen[] = [
  { label: 'Add Client', to: '/add-client', icon: 'user-plus', permission: 'manageClients' },
  { label: 'Create Content Stream', to: '/create-stream', icon: 'plus', permission: 'manageStreams' },
  { label: 'Approvals', to: '/approvals', icon: 'check', permission: 'viewApprovals' },
  { label: 'My Schedules', to: '/schedule-content', icon: 'calendar-time', permission: 'schedule' },
  { label: 'Account Data', to: '/account-data', icon: 'folder', permission: 'accountData' },
  { label: 'Agency Profile', to: '/agency', icon: 'building-store', permission: 'agencyProfile' },
  { label: 'Reseller Accounts', to: '/reseller-account', icon: 'briefcase', permission: 'manageResellers' },
];

/** The bar as this person sees it; a menu of one screen is that screen. Source: specification 1, §2.2. */
export function barOf(person: Person): BarEntry[] {
  return bar.flatMap((entry): BarEntry[] => {
    if (!('screens' in entry)) return may(person, entry.permission) ? [entry] : [];
    const screens = entry.screens.filter((screen) => may(person, screen.permission)).map((screen) => worded(screen, person));
    const [only] = screens;
    if (only === undefined) return [];
    return screens.length === 1 ? [only] : [{ ...entry, screens }];
  });
}

/** The entries of the user's own menu. Source: specification 1, §2.2. */
export const accountMenuOf = (person: Person): Screen[] => account.filter((screen) => may(person, screen.permission));

/** Every screen this person can jump to. */
export function screensOf(person: Person): Screen[] {
  const inBar = barOf(person).flatMap((entry) => ('screens' in entry ? entry.screens : [entry]));
  return [...inBar, ...further.filter((screen) => may(person, screen.permission)), ...accountMenuOf(person)];
}

const worded = (screen: Screen, person: Person): Screen =>
  screen.to === '/clients' && person.role === 'client' ? { ...screen, label: 'Manage Client' } : screen;
