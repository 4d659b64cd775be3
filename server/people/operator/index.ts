/** The operator's commands for owners, master logins and the second factor. */
export { sayFirstOwner } from './first-owner.ts';
export { makeMasterLogin } from './master-login.ts';
export { type FirstOwner, createFirstOwner, createOwner, markOwnerNotified, setPlan } from './owners.ts';
export { listOwners } from './queries.ts';
export { resetSecondFactor } from './second-factor.ts';
