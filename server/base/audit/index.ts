/** Writes the audit log of an agency. */
export { audit, auditWorker, forgetReseller } from './queries.ts';
