/** What the activity of an agency is told apart by, in the order the screen offers it. */
export const activityKinds = ['signing-in', 'profile', 'clients', 'accounts', 'publishing', 'agency'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** How each kind is called on the screen. */
export const activityKindNames: Readonly<Record<ActivityKind, string>> = {
  'signing-in': 'Signing in and out',
  profile: 'My Account',
  clients: 'Clients',
  accounts: 'Social accounts',
  publishing: 'Publishing',
  agency: 'Agency and plan',
};

/** Whose deeds beside those of people: the operator's, and what the product did by itself. */
export const activityDoers = ['operator', 'product'] as const;
export type ActivityDoer = (typeof activityDoers)[number];
