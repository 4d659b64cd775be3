/** The bundled templates of designs. */
export { templateCalls } from './calls.ts';
export { allTemplates } from './templates.ts';
