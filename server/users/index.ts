/** What other features may use of users. */
export {
  type MemberRow,
  countMembers,
  deleteEverybody,
  deletePersonRow,
  findMember,
  insertMember,
  listMembers,
  updateNameAndPassword,
} from './member-queries.ts';
export {
  type ClientDetails,
  type ClientRow,
  countClients,
  deleteClientRow,
  eraseSampleClients,
  findAccountHolder,
  countLivingClients,
  findClient,
  insertClient,
  listClients,
  lockAccountHolder,
  updateApproval,
  updateClient,
} from './client-queries.ts';
export {
  chooseEmail,
  findImageHolder,
  hasEmail,
  insertOwner,
  isTakenEmail,
  takeOverFreeEmails,
  updateEmail,
  updateImage,
  updateMembership,
  updateOwnName,
  updatePasswordHash,
} from './queries.ts';
