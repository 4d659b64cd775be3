import type { Data, Sent } from '#contract/index.ts';
import type { Prospect } from '../../people/clients/client-editor/client-fields.ts';

/** A business that was found. */
export type Found = Data<'find-businesses'>['businesses'][number];

/** A business of a list. */
export type Saved = Data<'fetch-prospects'>['items'][number];

/** The fields that both have. */
export type Business = Omit<Found, 'id' | 'latitude' | 'longitude'>;

/** A business as it is saved. */
export type ToSave = Sent<'add-prospects'>['businesses'][number];

/** The parts of a business that fill the form of a client. */
export const prospectOf = ({ name, email, address, site, phone, hours }: Business): Prospect => ({
  name,
  email: email ?? '',
  company: name.slice(0, 200),
  description: [address, phone, site, hours].filter((line) => line !== null && line !== '').join('\n'),
});

/** A found business in the format that a list accepts. */
export const toSave = ({ id: place, ...business }: Found): ToSave => ({ place, ...business });

/** A business of a list in the format that the list accepts. */
export const toSaveAgain = ({ id: _id, added: _added, version: _version, ...business }: Saved): ToSave => business;

/** The id of a business's card on the page. */
export const cardId = (id: string): string => `business-${id}`;
