/** Writes the audit log of an agency. */
export { audit, auditOperator, auditWorker, forgetReseller } from './queries.ts';
