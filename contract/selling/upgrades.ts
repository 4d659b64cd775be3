/** The extras of a plan: files to download, and requests to the people behind the product. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { designDocument } from '../content/designs-document.ts';
import { instant, nothing } from '../base/fields.ts';
import { ticketKinds, ticketStates } from '#rules/upgrade-tickets.ts';
import { plans } from '#rules/plans.ts';

/** `none`: not made yet; the first request makes it. */
const fileState = z.enum(['none', 'waiting', 'running', 'ready', 'failed']);

const material = z.object({
  id: z.string(),
  title: z.string(),
  file_name: z.string(),
  state: fileState,
  percent: z.number().int(),
  /** Null until it is made. */
  size_bytes: z.number().int().nullable(),
  /** Whether it is a video that the page shows. */
  plays: z.boolean(),
});
/** A file that an upgrade offers. */
export type UpgradeMaterial = z.output<typeof material>;

/** A stream of `items` pictures or videos; videos are made once for everybody, pictures in the agency's own stream. */
const premadeStream = z.object({
  id: z.string(),
  title: z.string(),
  items: z.number().int(),
  kind: z.enum(['image', 'video']),
  state: fileState,
  percent: z.number().int(),
});

const panel = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(['downloads', 'ticket', 'page', 'operator']),
  /** Whether it is in the menu; the others are reached only by their address. */
  menu: z.boolean(),
  /** The plans of which one is needed; an empty list means everybody. */
  plans: z.array(z.enum(plans)),
  materials: z.array(material),
  /** Content streams that can be installed. */
  streams: z.array(premadeStream),
  /** Pages of other hosts; null if the operator has not configured one. */
  links: z.array(z.object({ title: z.string(), url: z.string().nullable() })),
});
/** An upgrade, and what it offers. */
export type UpgradePanel = z.output<typeof panel>;

const ticket = z.object({
  id: z.string(),
  kind: z.enum(ticketKinds),
  fields: z.record(z.string(), z.string()),
  state: z.enum(ticketStates),
  answer: z.string(),
  created: instant,
  answered: instant.nullable(),
});
/** A request made through an upgrade. */
export type UpgradeTicket = z.output<typeof ticket>;

/** The panels that the person's plans include, and the agency's requests, newest first. */
export const fetchUpgrades = call('fetch-upgrades', {
  who: 'openUpgrades',
  shows: ['upgrades', 'rebranding', 'white-label'],
  input: nothing,
  data: z.object({ panels: z.array(panel), tickets: z.array(ticket) }),
});

/** The address of a file, valid for ten minutes; null while it is being made, which this call starts if needed. */
export const openUpgrade = call('open-upgrade', {
  who: 'openUpgrades',
  changes: ['upgrades'],
  input: z.object({ id: z.string().max(100) }),
  data: z.object({ url: z.string().nullable() }),
});

/** Sends a request to the people behind the product; `fields` are those of its kind's form. */
export const sendTicket = call('send-ticket', {
  who: 'openUpgrades',
  changes: ['upgrades'],
  input: z.object({
    kind: z.enum(ticketKinds),
    fields: z.record(
      z.string().max(40),
      z
        .string()
        .max(5000, 'Please use at most 5000 characters')
        .refine((value) => !value.includes('\0'), 'Please remove the invisible characters'),
    ),
  }),
  data: ticket,
});

/**
 * Installs a premade stream of videos among the agency's own; null while its videos are being made, which this call
 * starts if needed.
 */
export const installPremadeStream = call('install-premade-stream', {
  who: 'openUpgrades',
  changes: ['upgrades', 'streams', 'library'],
  input: z.object({ id: z.string().max(100) }),
  data: z.object({ content_stream_id: z.string().nullable() }),
});

/** A premade content stream as the image creator makes it: a design to save, and the texts to fill in. */
export const fetchPremadeStream = call('fetch-premade-stream', {
  who: 'openUpgrades',
  shows: [],
  input: z.object({ id: z.string().max(100) }),
  data: z.object({
    title: z.string(),
    document: designDocument,
    rows: z.array(z.object({ title: z.string(), texts: z.record(z.string(), z.string()) })),
  }),
});
