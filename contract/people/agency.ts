import { z } from 'zod';
import { call } from '../base/call.ts';
import { email, line, nothing, text } from '../base/fields.ts';
import { messages } from '../messages.ts';
import { neededInFull, version } from '../base/versions.ts';

/** An agency's profile. */
export const agencyProfile = z.object({
  id: z.string(),
  name: z.string(),
  /** '' until it is set. */
  email: z.string(),
  site: z.string(),
  /** Address of the picture; null if there is none. */
  logo: z.string().nullable(),
  version,
});
export type AgencyProfile = z.output<typeof agencyProfile>;

const isWebsite = (value: string): boolean => {
  const url = URL.parse(value);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    url.username === '' &&
    url.password === ''
  );
};

/** A website's address, or ''. An address without a scheme means https (`'sunrise.test' -> 'https://sunrise.test'`). */
const website = text(300)
  .transform((value) => (value === '' || /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`))
  .refine((value) => value === '' || isWebsite(value), 'Please enter the address of a website');

/** The agency's profile. */
export const fetchAgency = call('fetch-agency', {
  who: 'agencyProfile',
  shows: ['agency'],
  input: nothing,
  data: agencyProfile,
});

/** Saves the profile, with `version` only the changed fields; without a file the logo stays. */
export const agency = call('agency', {
  who: 'agencyProfile',
  changes: ['person', 'agency', 'activity'],
  input: z
    .object({ name: line('Name', 120), email, site: website, version })
    .partial()
    .check(neededInFull({ name: 'Name is required', email: 'Email is required' })),
  data: agencyProfile,
  file: { field: 'logo', maxBytes: 5_000_000, required: false, tooLarge: messages.imageTooLarge },
});
