/** Brand kits of clients, and the templates that take their colours. */
import { z } from 'zod';
import { colourRoles, fontRoles } from '#rules/design/kit.ts';
import { call } from '../base/call.ts';
import { designDocument, kitDocument } from './designs-document.ts';
import { id, listInput, noData, page, text } from '../base/fields.ts';
import { templateKinds } from './templates.ts';

/** A client with its kit; `kit` is null until one is saved. */
const clientKit = z.object({ client_id: z.string(), client: z.string(), kit: kitDocument.nullable() });
export type ClientKit = z.output<typeof clientKit>;

/** The agency's clients by name with their kits, or the one with `client_id`. */
export const fetchKits = call('fetch-kits', {
  who: 'createContent',
  shows: ['kits', 'clients', 'library'],
  input: z.object({ ...listInput, client_id: id.optional() }),
  data: page(clientKit),
});

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Please choose a color');

/** Saves a client's kit; `logo` is the address of a picture of the library, '' for none. */
export const saveKit = call('save-kit', {
  who: 'createContent',
  changes: ['kits', 'library'],
  input: z.object({
    client_id: id,
    logo: text(4_000).default(''),
    colours: z.record(z.enum(colourRoles), colour),
    fonts: z.record(z.enum(fontRoles), z.string().min(1, 'Please choose a font').max(100)),
  }),
  data: clientKit,
});

/** Deletes a client's kit; its logo stays in the library. */
export const deleteKit = call('delete-kit', {
  who: 'createContent',
  changes: ['kits', 'library'],
  input: z.object({ client_id: id }),
  data: noData,
});

/** A template with its design, which has the template's own kit until another one is applied. */
const template = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(templateKinds),
  words: z.array(z.string()),
  design: designDocument,
});
export type TemplateItem = z.output<typeof template>;

/** The templates that match a word and a kind, by name; without both, all of them. */
export const fetchTemplates = call('fetch-templates', {
  who: 'createContent',
  shows: [],
  input: z.object({ search: text(100).default(''), kind: z.enum(templateKinds).optional() }),
  data: z.object({ items: z.array(template) }),
});
