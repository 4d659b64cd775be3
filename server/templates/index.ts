/** What other features may use of templates. */
export { allTemplates } from './templates.ts';
