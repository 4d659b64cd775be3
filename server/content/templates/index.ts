/** The public face of templates. */
export { templateCalls } from './calls.ts';
export { allTemplates } from './templates.ts';
