/** An agency's own site: brand, domain and the state of its DNS. */
import { z } from 'zod';
import { hostIn } from '#rules/domains.ts';
import { readJson } from '#rules/json.ts';
import { brand } from '../base/brand.ts';
import { call } from '../base/call.ts';
import { email, id, instant, line, noData, nothing, text } from '../base/fields.ts';
import { messages } from '../messages.ts';

/** The checks of a domain; `certificate` once it is active. */
export const lightNames = ['ownership', 'address', 'conflict', 'authority', 'certificate'] as const;
/** `unknown`: the look-up failed and is retried. */
export const lightStates = ['right', 'missing', 'wrong', 'unknown'] as const;

/** One check of a domain's DNS or certificate, in words. */
export const light = z.object({ name: z.enum(lightNames), state: z.enum(lightStates), words: z.string() });
export type Light = z.output<typeof light>;

/** An agency's white label. */
export const whiteLabel = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  /** Always blank: a secret is never sent back. */
  aiKey: z.literal(''),
  ai_key_last4: z.string(),
  logo: z.string().nullable(),
  color: z.object({ first: z.string(), second: z.string() }),
  /** '' after its domain was released. */
  domain: z.string(),
  /** `active`: the domain is verified and served. */
  state: z.enum(['waiting', 'active', 'released']),
  lights: z.array(light),
  /** The required address of the A record; null if the operator has not set it. */
  ip: z.string().nullable(),
  /** The TXT record that proves ownership of the domain. */
  proof: z.object({ name: z.string(), value: z.string() }),
  checked: instant.nullable(),
  /** Since when the domain has been misconfigured; null while it is right. */
  failing_since: instant.nullable(),
});
export type WhiteLabel = z.output<typeof whiteLabel>;

const hex = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Please choose a colour')
  .transform((value) => value.toLowerCase());

function parsed(value: unknown): unknown {
  // What cannot be read is refused by the next schema.
  return typeof value === 'string' ? readJson(value) : value;
}

/** Two colours; as text in a multipart call. */
const color = z.preprocess(parsed, z.object({ first: hex, second: hex }, 'Please choose both colours'));

const domain = z
  .string()
  .max(300, messages.domainInvalid)
  .transform((value, { addIssue }) => {
    const host = hostIn(value);
    if (host === null) addIssue({ code: 'custom', message: messages.domainInvalid });
    return host ?? '';
  });
const aiKey = text(300);
const logoFile = { field: 'logo', maxBytes: 5_000_000, required: false, tooLarge: messages.brandLogoSize } as const;

/** The agency's white label, or none. */
export const fetchWhitelabel = call('fetch-whitelabel', {
  who: 'whiteLabel',
  shows: ['white-label'],
  input: nothing,
  data: z.array(whiteLabel),
});

/** Creates the white label and checks its domain at once. */
export const createWhitelabel = call('create-whitelabel', {
  who: 'sell',
  changes: ['white-label', 'ai', 'person', 'activity'],
  input: z.object({ name: line('Name', 60), aiKey, color, domain }),
  data: z.array(whiteLabel),
  file: logoFile,
});

/** Saves the fields that are sent. A blank AI key keeps the stored one; `domain` is accepted only after a release. */
export const updateWhitelabel = call('update-whitelabel', {
  who: 'whiteLabel',
  changes: ['white-label', 'ai', 'person', 'activity'],
  input: z.object({
    id,
    name: line('Name', 60).optional(),
    aiKey: aiKey.optional(),
    color: color.optional(),
    domain: domain.optional(),
  }),
  data: z.array(whiteLabel),
  file: logoFile,
});

/** Checks the domain's DNS now, and activates the domain if it is right. */
export const verifyDomain = call('verify-domain', {
  who: 'sell',
  changes: ['white-label', 'person', 'activity'],
  input: z.object({ id }),
  data: z.array(whiteLabel),
});

/** Mails the DNS records that the domain needs to the person who manages it. */
export const sendDnsSteps = call('send-dns-steps', {
  who: 'whiteLabel',
  changes: ['activity'],
  input: z.object({ id, email }),
  data: noData,
});

/** Releases the domain: it is no longer served, and another can be chosen. */
export const releaseDomain = call('release-domain', {
  who: 'sell',
  changes: ['white-label', 'person', 'activity'],
  input: z.object({ id }),
  data: z.array(whiteLabel),
});

/** The brand of a host, for anyone; none for a host without one. */
export const fetchWhitelabelData = call('fetch-whitelabel-data', {
  who: 'anyone',
  shows: [],
  input: z.object({ domain: text(300) }),
  data: z.array(brand),
});
