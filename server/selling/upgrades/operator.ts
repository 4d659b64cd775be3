/** The operator's commands: answer requests, and add, replace and withdraw material. */
import type { Tx } from '#db/database.ts';
import { ticketForms, ticketKinds, ticketStates } from '#rules/upgrade-tickets.ts';
import type { Config } from '../../base/settings/config.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeTicketAnswerMail } from './mails.ts';
import { panelsOf, readPanels, ownFolder, ManifestError } from './manifest.ts';
import { answerTicket, findAsker, listOpenTickets, type OpenTicket } from './ticket-queries.ts';

const formOf = (kind: string): string => {
  const known = ticketKinds.find((each) => each === kind);
  return known === undefined ? kind : ticketForms[known].title;
};

/** A request as lines of text: who sent it, and each detail. */
const linesOf = ({ id, kind, created_at: created, agency_name: agency, name, email, fields }: OpenTicket): string => {
  const details = Object.entries(typeof fields === 'object' && fields !== null ? fields : {});
  return [
    `${id}\t${formOf(kind)}\t${created.toISOString()}\t${agency}\t${name ?? 'deleted'} <${email ?? ''}>`,
    ...details.map(([label, value]) => `\t${label}: ${String(value).replaceAll(/\s+/g, ' ')}`),
    '',
  ].join('\n');
};

/** The waiting requests, as text. */
export const openTickets = async (tx: Tx): Promise<string> => (await listOpenTickets(tx)).map(linesOf).join('');

/** The arguments of the command line: which request, the answer, and its new state ('answered' by default). */
type Answer = { ticket?: string | undefined; text?: string | undefined; state?: string | undefined };

/**
 * Answers a request and mails the person who sent it. Throws if the arguments are invalid or there is no such request.
 */
export async function answerRequest(
  tx: Tx,
  { ticket: id = '', text = '', state: wanted = 'answered', config, now }: Answer & { config: Config; now: Date },
): Promise<void> {
  const state = ticketStates.find((each) => each === wanted && each !== 'open');
  const answer = text.trim();
  if (state === undefined) throw new Error('--state must be answered, done or denied');
  if (answer === '') throw new Error('--text is missing');
  const ticket = /^[1-9]\d{0,17}$/.test(id) ? await answerTicket(tx, { id, state, answer, now }) : undefined;
  if (ticket === undefined) throw new Error(`there is no request ${id}`);
  const asker = ticket.created_by === null ? undefined : await findAsker(tx, ticket.created_by);
  if (asker === undefined) return;
  const brand = await brandOf(tx, ticket.agency_id);
  const link = `${originOf(brand, config)}/upgrades?panel=${ticket.kind}`;
  const words = { name: asker.name, title: formOf(ticket.kind), answer, link, brand: brand.name };
  await enqueueMail(tx, { to: asker.email, agencyId: ticket.agency_id, ...writeTicketAnswerMail(words) });
}

/** Every material by its panel, its source, and what is wrong with the operator's manifest. */
export function materialLines(dataDir: string): string[] {
  let fault: string[] = [];
  try {
    readPanels(dataDir);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    fault = [`NOT READ\t${error.message}`];
  }
  const own = ownFolder(dataDir);
  const lines = panelsOf(dataDir).flatMap(({ name, materials }) =>
    materials.map(
      ({ id, title, folder, makes }) => `${name}\t${id}\t${folder === own ? 'own' : 'shipped'}\t${makes}\t${title}`,
    ),
  );
  return [...fault, ...lines];
}
