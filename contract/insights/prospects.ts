/** Lists of businesses that could become clients. */
import { z } from 'zod';
import { mostProspects, prospectStates } from '#rules/prospects.ts';
import { call } from '../base/call.ts';
import { id, instant, line, noData, nothing, text } from '../base/fields.ts';
import { neededInFull, version } from '../base/versions.ts';

const page = z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' });
const address = text(2000).pipe(page);
const known = (max: number) => text(max).nullable();

/** A business as the map has it; missing facts are null. */
const business = {
  place: line('Place', 100),
  name: line('Name', 300),
  address: text(900),
  site: address.nullable(),
  phone: known(300),
  email: known(300),
  hours: known(1000),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  page_url: z.union([z.literal(''), address]),
};
const state = z.enum(prospectStates, 'Please choose a state');
const notes = text(5000);

const prospect = z.object({ id: z.string(), ...business, state, notes, added: instant, version });
/** A business on a list of possible clients. */
export type SavedProspect = z.output<typeof prospect>;

const list = z.object({ id: z.string(), name: z.string(), created: instant, count: z.number().int() });

/** The agency's lists by name, at most 100. */
export const fetchProspectLists = call('fetch-prospect-lists', {
  who: 'findClients',
  shows: ['prospects'],
  input: nothing,
  data: z.array(list),
});

/** Creates a list; with `id`, renames one. */
export const saveProspectList = call('save-prospect-list', {
  who: 'findClients',
  changes: ['prospects'],
  input: z.object({ id: id.optional(), name: line('Name', 100) }),
  data: list,
});

/** Deletes a list with its businesses; clients created from them stay. */
export const deleteProspectList = call('delete-prospect-list', {
  who: 'findClients',
  changes: ['prospects'],
  input: z.object({ id }),
  data: noData,
});

/** The businesses of a list in the order in which they were saved, at most 500. */
export const fetchProspects = call('fetch-prospects', {
  who: 'findClients',
  shows: ['prospects'],
  input: z.object({ list_id: id }),
  data: z.object({ name: z.string(), items: z.array(prospect) }),
});

/** Saves businesses in a list; those already in it stay as they are. */
export const addProspects = call('add-prospects', {
  who: 'findClients',
  changes: ['prospects'],
  input: z.object({
    list_id: id,
    businesses: z
      .array(z.object({ ...business, state: state.optional(), notes: notes.optional() }))
      .min(1, 'Please choose a business')
      .max(mostProspects, `Please choose at most ${mostProspects} businesses`),
  }),
  data: z.object({ added: z.number().int(), known: z.number().int() }),
});

/** Records the state of the contact with a business. */
export const editProspect = call('edit-prospect', {
  who: 'findClients',
  changes: ['prospects'],
  input: z
    .object({ id, state, notes, version: version.optional() })
    .partial({ state: true, notes: true })
    .check(neededInFull({ state: 'Please choose a state' })),
  data: prospect,
});

/** Removes a business from its list. */
export const removeProspect = call('remove-prospect', {
  who: 'findClients',
  changes: ['prospects'],
  input: z.object({ id }),
  data: noData,
});

/** A list as CSV. */
export const exportProspects = call('export-prospects', {
  who: 'findClients',
  shows: ['prospects'],
  input: z.object({ list_id: id }),
  data: z.object({ file_name: z.string(), csv: z.string() }),
});
