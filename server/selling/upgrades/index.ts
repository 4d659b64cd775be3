export { openUpgradeFile, upgradeCalls } from './calls.ts';
export { answerRequest, materialLines, openTickets } from './operator.ts';
