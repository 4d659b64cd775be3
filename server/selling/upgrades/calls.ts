import { messages } from '#contract/messages.ts';
import type { UpgradeMaterial, UpgradePanel, UpgradeTicket } from '#contract/selling/upgrades.ts';
import { mostOpenTickets, ticketErrors, ticketForms, ticketKinds, ticketStates } from '#rules/upgrade-tickets.ts';
import { outside, UserError, type Handlers, type Services } from '../../base/handlers.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeTicketMail } from './mails.ts';
import { brandOf, defaultBrand } from '../../base/brand/index.ts';
import { ask, installPremade } from './install.ts';
import { openTo, premadePanel, type Material } from './manifest.ts';
import { premadeStream, premadeStreams } from './premade.ts';
import { findFile, findReady, listFiles, type FileRow } from './queries.ts';
import { countOpen, insertTicket, listTickets, type TicketRow } from './ticket-queries.ts';
import { fileOf, partsOf, versionOf } from './version.ts';

type Config = Services['config'];
const purpose = 'upgrade file';
const openMs = 10 * 60_000;

/** The handlers of the calls in contract/selling/upgrades.ts. */
export const upgradeCalls = {
  'fetch-upgrades': async (_input, { user, tx, now, services }) => {
    const [rows, tickets] = [await listFiles(tx), await listTickets(tx, user.agencyId)];
    const files = new Map(rows.map((row) => [`${row.material} ${row.version}`, row]));
    const year = now.getUTCFullYear();
    const { name: brand } = await brandOf(tx);
    const rowOf = (one: Material): FileRow | undefined => files.get(`${one.id} ${versionOf(one, year)}`);
    const panels = openTo(services, user).map(({ permission: _, ...panel }): UpgradePanel => {
      const materials = panel.materials
        .filter(({ makes }) => makes !== 'video stream')
        .map((one) => presentMaterial(one, rowOf(one)));
      const streams = [
        ...(panel.name === premadePanel ? premadeStreams.map(presentPictures) : []),
        ...panel.materials
          .filter(({ makes }) => makes === 'video stream')
          .map((one) => presentVideos(one, partsOf(one).map(rowOf))),
      ];
      const links = linksOf(panel.name, services.config);
      const title = panel.title.replace(defaultBrand, () => brand);
      return { ...panel, title, plans: [...panel.plans], materials, streams, links };
    });
    return { message: '', data: { panels, tickets: tickets.map(presentTicket) } };
  },

  'open-upgrade': async ({ id }, { user, tx, now, services }) => {
    const material = openTo(services, user)
      .flatMap(({ materials }) => materials)
      .find((each) => each.id === id && each.makes !== 'video stream');
    if (material === undefined) throw new UserError(messages.notFound, { status: 404 });
    const version = versionOf(material, now.getUTCFullYear());
    await ask(tx, { material, version, now });
    const row = await findFile(tx, { material: id, version });
    const url = row?.state === 'ready' ? addressOf(services, { id: row.id, until: now.getTime() + openMs }) : null;
    return { message: url === null ? messages.upgradeBusy : '', data: { url } };
  },

  'install-premade-stream': outside(installPremade),

  'fetch-premade-stream': async ({ id }, { user, services }) => {
    const isOpen = openTo(services, user).some(({ name }) => name === premadePanel);
    const stream = isOpen ? premadeStream(id) : undefined;
    if (stream === undefined) throw new UserError(messages.notFound, { status: 404 });
    return { message: '', data: stream };
  },

  'send-ticket': async ({ kind, fields: given }, { user, tx, now, services: { config } }) => {
    const errors = ticketErrors(kind, given);
    const [first] = Object.values(errors);
    if (first !== undefined) throw new UserError(first, { status: 422, errors });
    const { agencyId } = user;
    if ((await countOpen(tx, agencyId)) >= mostOpenTickets)
      throw new UserError(messages.tooManyTickets, { status: 409 });
    const form = ticketForms[kind];
    const fields = Object.fromEntries(form.fields.map(({ name }) => [name, given[name]?.trim() ?? '']));
    const row = await insertTicket(tx, { agencyId, userId: user.id, kind, fields, now });
    if (config.upgrades.email !== null)
      await enqueueMail(tx, {
        to: config.upgrades.email,
        replyTo: user.email,
        ...writeTicketMail({
          id: row.id,
          title: form.title,
          name: user.name,
          email: user.email,
          details: form.fields.map(({ name, label }) => ({ label, value: fields[name] ?? '' })),
        }),
      });
    return { message: messages.ticketSent, data: presentTicket(row) };
  },
} satisfies Partial<Handlers>;

function presentMaterial(material: Material, row: FileRow | undefined): UpgradeMaterial {
  return {
    id: material.id,
    title: material.title,
    file_name: fileOf(material).fileName,
    state: stateOf(row),
    percent: row?.percent ?? 0,
    size_bytes: row?.size_bytes === undefined || row.size_bytes === null ? null : Number(row.size_bytes),
    plays: material.makes === 'mp4',
  };
}

type Premade = UpgradePanel['streams'][number];

const presentPictures = (stream: (typeof premadeStreams)[number]): Premade => ({
  ...stream,
  kind: 'image',
  state: 'ready',
  percent: 100,
});

/** A stream of videos, with the state of all of them together. */
function presentVideos({ id, title }: Material, rows: readonly (FileRow | undefined)[]): Premade {
  const states = rows.map(stateOf);
  const percent = rows.reduce((sum, row) => sum + (row?.percent ?? 0), 0) / Math.max(1, rows.length);
  const among = (['failed', 'running', 'waiting', 'none'] as const).find((state) => states.includes(state));
  return { id, title, items: rows.length, kind: 'video', state: among ?? 'ready', percent: Math.floor(percent) };
}

const fileStates = ['waiting', 'running', 'ready', 'failed'] as const;
const stateOf = (row: FileRow | undefined): UpgradeMaterial['state'] =>
  fileStates.find((state) => state === row?.state) ?? 'none';

function presentTicket(row: TicketRow): UpgradeTicket {
  const kind = ticketKinds.find((each) => each === row.kind);
  const state = ticketStates.find((each) => each === row.state);
  if (kind === undefined || state === undefined) throw new Error(`a ticket has the kind ${row.kind} in ${row.state}`);
  const { fields } = row;
  return {
    id: row.id,
    kind,
    state,
    fields: Object.fromEntries(
      Object.entries(typeof fields === 'object' && fields !== null ? fields : {}).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    answer: row.answer,
    created: row.created_at.toISOString(),
    answered: row.answered_at?.toISOString() ?? null,
  };
}

/** The external links of a panel. */
function linksOf(name: string, { upgrades: links }: Config): UpgradePanel['links'] {
  switch (name) {
    case 'reseller-license':
      return [{ title: 'Request your affiliate link', url: links.affiliate }];
    case 'video-flix':
      return [
        { title: 'Download VideoFlix', url: links.videoFlix },
        { title: 'VideoFlix tutorials', url: links.videoFlixDocs },
      ];
    case 'acadeable':
      return [{ title: 'Download the Acadeable setup', url: links.acadeable }];
    case 'course-site':
      return [{ title: 'Open the course site', url: links.courseSite }];
    default:
      return [];
  }
}

const signed = (id: string, until: number): string => `${id} ${until}`;

function addressOf({ secrets }: Pick<Services, 'secrets'>, { id, until }: { id: string; until: number }): string {
  return `/exports/upgrade-${id}-${until}-${secrets.sign(signed(id, until), purpose)}`;
}

/** The file of a signed ticket; null for an invalid or expired ticket. */
export async function openUpgradeFile(
  { db, clock, secrets }: Pick<Services, 'db' | 'clock' | 'secrets'>,
  ticket: string,
): Promise<{ objectName: string; fileName: string; contentType: string } | null> {
  const [, id, until, signature = ''] = /^upgrade-(\d{1,18})-(\d{1,15})-([\w-]{22})$/.exec(ticket) ?? [];
  if (id === undefined || until === undefined || Number(until) < clock().getTime()) return null;
  if (!secrets.isSigned(signed(id, Number(until)), signature, purpose)) return null;
  const row = await db.asSystem((tx) => findReady(tx, id));
  if (row?.object_name === undefined || row.object_name === null) return null;
  return { objectName: row.object_name, fileName: row.file_name, contentType: row.content_type };
}
