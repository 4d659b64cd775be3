export { openUpgradeFile } from './calls.ts';
export { answerRequest, materialLines, openTickets } from './operator.ts';
