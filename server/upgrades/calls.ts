import { messages } from '#contract/messages.ts';
import type { UpgradeMaterial, UpgradePanel, UpgradeTicket } from '#contract/upgrades.ts';
import { plansOf } from '#rules/plans.ts';
import { mostOpenTickets, ticketErrors, ticketForms, ticketKinds, ticketStates } from '#rules/upgrade-tickets.ts';
import { UserError, type Handlers, type Services } from '../app/handlers.ts';
import { enqueueJob, jobs } from '../app/jobs.ts';
import { enqueueMail, ticketLetter } from '../mail/index.ts';
import { brandOf } from '../brand/index.ts';
import { defaultBrand } from '../lib/brand.ts';
import { panelsOf, type Material, type Panel } from './manifest.ts';
import { premadeStream, premadeStreams } from './premade.ts';
import { askForFile, findFile, findReady, listFiles, type FileRow } from './queries.ts';
import { countOpen, insertTicket, listTickets, type TicketRow } from './ticket-queries.ts';
import { fileOf, versionOf } from './version.ts';

type Config = Services['config'];
const purpose = 'upgrade file';
const premadePanel = 'premade-streams';
const openMs = 10 * 60_000;

/** The panels that these plans open. */
const openTo = ({ config }: { config: Config }, membership: string): Panel[] => {
  const held = plansOf(membership);
  return panelsOf(config.dataDir).filter(
    ({ plans }) => plans.length === 0 || plans.some((plan) => held.includes(plan)),
  );
};

/** Handlers of the Upgrades page. */
export const upgradeCalls: Pick<Handlers, 'fetch-upgrades' | 'open-upgrade' | 'send-ticket' | 'fetch-premade-stream'> =
  {
    'fetch-upgrades': async (_input, { user, tx, now, services }) => {
      const [rows, tickets] = [await listFiles(tx), await listTickets(tx, user.agencyId)];
      const files = new Map(rows.map((row) => [`${row.material} ${row.version}`, row]));
      const year = now.getUTCFullYear();
      const { name: brand } = await brandOf(tx);
      const panels = openTo(services, user.membership).map((panel): UpgradePanel => {
        const materials = panel.materials.map((one) => {
          return presentMaterial(one, files.get(`${one.id} ${versionOf(one, year)}`));
        });
        const streams = panel.name === premadePanel ? premadeStreams : [];
        const links = linksOf(panel.name, services.config);
        const title = panel.title.replace(defaultBrand, () => brand);
        return { ...panel, title, plans: [...panel.plans], materials, streams, links };
      });
      return { message: '', data: { panels, tickets: tickets.map(presentTicket) } };
    },

    'open-upgrade': async ({ id }, { user, tx, now, services }) => {
      const material = openTo(services, user.membership)
        .flatMap(({ materials }) => materials)
        .find((each) => each.id === id);
      if (material === undefined) throw new UserError(messages.notFound, { status: 404 });
      const version = versionOf(material, now.getUTCFullYear());
      const asked = await askForFile(tx, { material: id, version, ...fileOf(material), now });
      if (asked !== undefined) await enqueueJob(tx, jobs.makeUpgrade, { fileId: asked.id });
      const row = await findFile(tx, { material: id, version });
      const url = row?.state === 'ready' ? addressOf(services, { id: row.id, until: now.getTime() + openMs }) : null;
      return { message: url === null ? messages.upgradeBusy : '', data: { url } };
    },

    'fetch-premade-stream': async ({ id }, { user, services }) => {
      const isOpen = openTo(services, user.membership).some(({ name }) => name === premadePanel);
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
          ...ticketLetter({
            id: row.id,
            title: form.title,
            name: user.name,
            email: user.email,
            details: form.fields.map(({ name, label }) => ({ label, value: fields[name] ?? '' })),
          }),
        });
      return { message: messages.ticketSent, data: presentTicket(row) };
    },
  };

function presentMaterial(material: Material, row: FileRow | undefined): UpgradeMaterial {
  return {
    id: material.id,
    title: material.title,
    file_name: fileOf(material).fileName,
    state: stateOf(row),
    percent: row?.percent ?? 0,
    size_bytes: row?.size_bytes === undefined || row.size_bytes === null ? null : Number(row.size_bytes),
  };
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

/** Where a panel leads beside its own things. */
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

/** The file that a signed ticket leads to; null for another ticket, or one that is over. */
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
