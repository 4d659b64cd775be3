/** The public face of templates. */
export { allTemplates } from './templates.ts';
