/** The public face of audit. */
export { audit, auditWorker, forgetReseller } from './queries.ts';
export { type ActivityRow, listActivity } from './read-queries.ts';
export { describeEntry } from './words.ts';
