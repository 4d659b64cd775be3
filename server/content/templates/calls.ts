import type { Handlers } from '../../base/handlers.ts';
import { builtInPicture } from '../stock/index.ts';
import { allTemplates, findTemplates } from './templates.ts';

/** Calls for the templates of designs. */
export const templateCalls = {
  'fetch-templates': async ({ search, kind }, { services }) => {
    const templates = allTemplates((reference, title) => builtInPicture(services, { reference, title }));
    return { message: '', data: { items: findTemplates(templates, { search, kind }) } };
  },
} satisfies Partial<Handlers>;
