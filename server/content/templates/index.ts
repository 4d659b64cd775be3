/** The bundled templates of designs. */
export { allTemplates } from './templates.ts';
