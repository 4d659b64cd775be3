/** The public face of audit. */
export { audit, auditWorker, forgetReseller } from './queries.ts';
