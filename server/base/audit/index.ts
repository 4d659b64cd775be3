/** Writes the audit log of an agency. */
export { audit, auditOperator, auditWorker, forgetReseller, oldEntries } from './queries.ts';
