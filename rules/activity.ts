/** The kinds of activity of an agency, in the order the screen offers them. */
export const activityKinds = ['signing-in', 'profile', 'clients', 'accounts', 'publishing', 'agency'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The name of each kind on the screen. */
export const activityKindNames: Readonly<Record<ActivityKind, string>> = {
  'signing-in': 'Signing in and out',
  profile: 'My Account',
  clients: 'Clients',
  accounts: 'Social accounts',
  publishing: 'Publishing',
  agency: 'Agency and plan',
};

/** Actors besides people: the operator, and the product itself. */
export const activityDoers = ['operator', 'product'] as const;
export type ActivityDoer = (typeof activityDoers)[number];
