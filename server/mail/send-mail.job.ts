import { z } from 'zod';
import { networkIds, networkNames } from '#rules/eligibility.ts';
import { newToken } from '../tokens.ts';
import { findPerson, insertLoginLink } from '../auth/queries.ts';
import { findEmailElsewhere, insertEmailLink, isEmailTaken } from '../auth/email-queries.ts';
import type { Services } from '../handlers.ts';
import { enqueueJob, type JobMaker } from '../jobs.ts';
import { forgetUnsentToken, giveToken } from '../connect-links/queries.ts';
import { connectLinkLetter } from './connect-letters.ts';
import { addedElsewhereLetter, confirmEmailLetter, emailTakenLetter } from './account-letters.ts';
import { credentialsLetter, reconnectLetter, resetLetter } from './letters.ts';
import { countMail, uncountMail } from './limits.ts';
import { postMail, type Mail } from './post-mail.ts';
import { findLostAccount } from './queries.ts';

const payload = z.discriminatedUnion('letter', [
  z.object({ letter: z.enum(['reset-password', 'credentials', 'added']), agencyId: z.string(), userId: z.string() }),
  z.object({ letter: z.literal('change-email'), agencyId: z.string(), userId: z.string(), newEmail: z.string() }),
  z.object({ letter: z.literal('connect-link'), agencyId: z.string(), linkId: z.string() }),
  z.object({ letter: z.literal('reconnect'), agencyId: z.string(), accountId: z.string() }),
  z.object({ letter: z.literal('written'), agencyId: z.string().default(''), to: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
]);

const hour = 3_600_000;

/** Sends one mail by SMTP. A letter with a link gets its link here, so that no secret ever waits in the queue. */
export const sendMail: JobMaker = (services) => async (data) => {
  const given = payload.parse(data);
  const mail = await addressed(services, given);
  if (mail === null || (await isPostponed(services, { to: mail.to, given }))) return;
  await postCounted(services, mail);
  if (given.letter === 'connect-link') await services.db.asAgency(given.agencyId, (tx) => forgetUnsentToken(tx, { agencyId: given.agencyId, id: given.linkId }));
};

type Given = z.output<typeof payload>;

/** Counts a mail to its address. One beyond what an address gets goes back into the queue until it may go, which is answered by true. */
const isPostponed = ({ db, clock }: Services, { to, given }: { to: string; given: Given }): Promise<boolean> =>
  db.asSystem(async (tx) => {
    const now = clock();
    const seconds = await countMail(tx, { to, now });
    if (seconds > 0) await enqueueJob(tx, 'send-mail', given, { startAfter: new Date(now.getTime() + seconds * 1000) });
    return seconds > 0;
  });

/** Sends a mail that is counted already; what the mail server did not take is not, as it is tried again. */
async function postCounted({ db, config }: Services, mail: Mail): Promise<void> {
  try {
    await postMail(config, mail);
  } catch (error) {
    await db.asSystem((tx) => uncountMail(tx, mail.to));
    throw error;
  }
}

/** The finished mail, or null where there is no reason for it any more. */
async function addressed(services: Services, given: Given): Promise<Mail | null> {
  switch (given.letter) {
    case 'written':
      return given;
    case 'reconnect':
      return aboutAccount(services, given);
    case 'connect-link':
      return withConnectLink(services, given);
    case 'change-email':
      return toNewAddress(services, given);
    case 'credentials':
    case 'added':
    case 'reset-password':
      return toPerson(services, given);
    default:
      return given satisfies never;
  }
}

async function aboutAccount({ db, config }: Services, key: { agencyId: string; accountId: string }): Promise<Mail | null> {
  const lost = await db.asAgency(key.agencyId, (tx) => findLostAccount(tx, key));
  if (lost === undefined) return null;
  const network = networkIds.find((id) => id === lost.network);
  const page = lost.holder_role === 'client' ? `/edit-client/${lost.holder_id}` : '/clients';
  return {
    to: lost.email,
    ...reconnectLetter({
      name: lost.name, account: lost.username, network: network === undefined ? lost.network : networkNames[network], link: config.publicUrl + page,
    }),
  };
}

/** The link goes out only where nobody has the address; whoever has it is told, which the person who asked is not. */
async function toNewAddress(services: Services, { agencyId, userId, newEmail }: { agencyId: string; userId: string; newEmail: string }): Promise<Mail | null> {
  const now = services.clock();
  const { token, hash } = newToken();
  const { publicUrl } = services.config;
  return services.db.asSystem(async (tx) => {
    const person = await findPerson(tx, { agencyId, id: userId });
    if (person === undefined) return null;
    if (await isEmailTaken(tx, newEmail)) return { to: newEmail, ...emailTakenLetter({ signInUrl: `${publicUrl}/login` }) };
    await insertEmailLink(tx, { agencyId, userId, newEmail, tokenHash: hash, now, expiresAt: new Date(now.getTime() + 24 * hour) });
    return { to: newEmail, ...confirmEmailLetter({ name: person.name, link: `${publicUrl}/confirm-email?token=${token}` }) };
  });
}

async function withConnectLink({ db, config, clock, secrets }: Services, { agencyId, linkId }: { agencyId: string; linkId: string }): Promise<Mail | null> {
  const fresh = newToken();
  const place = { agencyId, table: 'connect_links', field: 'unsent_token', owner: linkId };
  const link = await db.asAgency(agencyId, (tx) =>
    giveToken(tx, { agencyId, id: linkId, tokenHash: fresh.hash, sealed: secrets.seal(fresh.token, place), now: clock() }));
  if (link === undefined || link.mailed_to === null) return null;
  const token = secrets.open(link.unsent_token, place);
  const days = Math.round((link.expires_at.getTime() - link.created_at.getTime()) / (24 * hour));
  return { to: link.mailed_to, ...connectLinkLetter({ ...link, days, link: `${config.publicUrl}/connect/${token}` }) };
}

/** A letter to somebody of an agency; who does not sign in with this address gets no link, but is told so. */
async function toPerson(services: Services, given: { agencyId: string; userId: string; letter: 'added' | 'credentials' | 'reset-password' }): Promise<Mail | null> {
  const elsewhere = await services.db.asAgency(given.agencyId, (tx) => findEmailElsewhere(tx, { agencyId: given.agencyId, id: given.userId }));
  if (elsewhere !== undefined) return { to: elsewhere.email, ...addedElsewhereLetter({ ...elsewhere, signInUrl: `${services.config.publicUrl}/login` }) };
  const { letter } = given;
  return letter === 'added' ? null : withLink(services, { ...given, letter });
}

async function withLink(
  services: Services, { agencyId, userId, letter }: { agencyId: string; userId: string; letter: 'credentials' | 'reset-password' },
): Promise<Mail | null> {
  const now = services.clock();
  const { token, hash } = newToken();
  const person = await services.db.asAgency(agencyId, async (tx) => {
    const found = await findPerson(tx, { agencyId, id: userId });
    if (found === undefined) return undefined;
    const [purpose, lifetime] = letter === 'credentials' ? (['set-password', 72 * hour] as const) : (['reset-password', hour] as const);
    await insertLoginLink(tx, { agencyId, userId, purpose, tokenHash: hash, now, expiresAt: new Date(now.getTime() + lifetime) });
    return found;
  });
  if (person === undefined) return null;
  const { publicUrl } = services.config;
  const link = `${publicUrl}/reset-password?token=${token}`;
  switch (letter) {
    case 'credentials':
      return { to: person.email, ...credentialsLetter({ name: person.name, email: person.email, signInUrl: `${publicUrl}/login`, link }) };
    case 'reset-password':
      return { to: person.email, ...resetLetter({ name: person.name, link }) };
    default:
      return letter satisfies never;
  }
}
