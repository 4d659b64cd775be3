import { plansOf, type Plan } from './plans.ts';

/** The roles of users: the agency's owner, its client, its employee. */
export const roles = ['owner', 'client', 'member'] as const;
export type Role = (typeof roles)[number];

/** The facts on which permissions depend. */
export type Person = {
  role: Role;
  isReseller: boolean;
  isWhiteLabel: boolean;
  membership: string;
  /** True for the holder of a connect link, who may connect accounts of its client and nothing else. */
  byLink?: boolean;
  /** True for an operator who is signed in for this person by a master log-in. */
  impersonated?: boolean;
};

type Rule = {
  roles: readonly Role[];
  plans?: readonly Plan[];
  severalPlans?: true;
  reseller?: false;
  whiteLabel?: boolean;
  link?: true;
  /** False for what a person does only itself, never an operator who is signed in for it. */
  operator?: false;
};

const everyone = ['owner', 'client', 'member'] as const;
const agencySide = ['owner', 'member'] as const;
const ownerOnly = ['owner'] as const;

/** The single table of permissions: the server enforces it and the menus are built from it. */
const table = {
  signedIn: { roles: everyone },
  ownProfile: { roles: everyone },
  viewClients: { roles: everyone },
  ownClientAccount: { roles: ['client'] },
  viewNetworks: { roles: everyone, link: true },
  connectAccounts: { roles: everyone, link: true, operator: false },
  manageAccounts: { roles: everyone },
  deleteAccounts: { roles: everyone, operator: false },
  connectLinks: { roles: agencySide },
  makeConnectLinks: { roles: agencySide, operator: false },
  manageClients: { roles: agencySide },
  deleteClients: { roles: ownerOnly, operator: false },
  setClientPasswords: { roles: ownerOnly },
  createContent: { roles: agencySide },
  manageStreams: { roles: agencySide },
  schedule: { roles: agencySide },
  pause: { roles: agencySide },
  viewPlan: { roles: everyone },
  viewApprovals: { roles: everyone },
  approve: { roles: ['owner', 'client'], operator: false },
  sendBack: { roles: ['client'], operator: false },
  /** Withdrawing an approval, and comments: what clients and agency say to each other. */
  discussApprovals: { roles: everyone, operator: false },
  /** Submitting a sent-back post to the client again. */
  askAgain: { roles: agencySide, operator: false },
  askForApproval: { roles: ownerOnly, operator: false },
  trends: { roles: agencySide },
  findClients: { roles: agencySide },
  reports: { roles: agencySide, plans: ['enterprise', 'enterpriselite'] },
  profit: { roles: ownerOnly, plans: ['enterprise', 'enterpriselite'] },
  engagement: { roles: agencySide, plans: ['unlimited'] },
  myAccount: { roles: ownerOnly },
  /** The email, the sessions and the keys on My Account. */
  secureAccount: { roles: ownerOnly, operator: false },
  /** A separate page for people without My Account. */
  loginSecurity: { roles: ['client', 'member'] },
  secondFactor: { roles: everyone, operator: false },
  privacy: { roles: ownerOnly },
  activity: { roles: ownerOnly },
  agencyProfile: { roles: ownerOnly },
  accountData: { roles: ownerOnly, operator: false },
  manageMembers: { roles: ownerOnly, plans: ['dfy', 'enterprise', 'enterpriselite'], reseller: false },
  addMembers: { roles: ownerOnly, plans: ['dfy', 'enterprise', 'enterpriselite'], reseller: false, operator: false },
  manageResellers: { roles: ownerOnly, reseller: false },
  changeResellers: { roles: ownerOnly, reseller: false, operator: false },
  rebrand: { roles: ownerOnly, plans: ['enterprise', 'enterpriselite'], reseller: false },
  whiteLabel: { roles: ownerOnly, whiteLabel: false },
  /** Its domain, what it sells, and those who have bought it. */
  sell: { roles: ownerOnly, whiteLabel: false, operator: false },
  /** The membership bought from a white label. */
  billing: { roles: ownerOnly, whiteLabel: true, operator: false },
  /** In the menu of all these roles; for people with a single plan it redirects to the dashboard. */
  upgrades: { roles: agencySide, reseller: false },
  openUpgrades: { roles: agencySide, severalPlans: true, reseller: false },
  sampleData: { roles: ownerOnly },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof table;
const rules: Readonly<Record<Permission, Rule>> = table;

/** The name of every permission, for tests that walk the table. */
export const permissions: readonly Permission[] = Object.keys(table).filter(
  (name): name is Permission => name in table,
);

/** Whether a person has a permission. */
export function may(person: Person, permission: Permission): boolean {
  const rule = rules[permission];
  if (person.byLink === true && rule.link !== true) return false;
  if (person.impersonated === true && rule.operator === false) return false;
  if (!rule.roles.includes(person.role)) return false;
  if (rule.reseller === false && person.isReseller) return false;
  if (rule.whiteLabel !== undefined && rule.whiteLabel !== person.isWhiteLabel) return false;
  const held = plansOf(person.membership);
  if (rule.severalPlans === true && new Set(held).size < 2) return false;
  return rule.plans === undefined || rule.plans.some((plan) => held.includes(plan));
}
