import { networkIds, networkNames } from '#rules/eligibility.ts';
import { brandOf, houseBrand, originOf } from '../../base/brand/index.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import {
  findPerson,
  insertLoginLink,
  findEmailElsewhere,
  insertEmailLink,
  isEmailTaken,
} from '../../people/auth/index.ts';
import type { Services } from '../../base/handlers.ts';
import { enqueueJob, jobs, type MailPayload } from '../../base/jobs.ts';
import { forgetUnsentToken, giveToken, writeConnectLinkMail } from '../../people/connect-links/index.ts';
import {
  writeAddedElsewhereMail,
  writeConfirmEmailMail,
  writeEmailTakenMail,
  writeCredentialsMail,
  writeReconnectMail,
  writeResetMail,
  countMail,
  uncountMail,
  postMail,
  type Mail,
  findLostAccount,
} from '../../base/mail/index.ts';

const hour = 3_600_000;

/** Sends one mail by SMTP. A mail with a link gets its link here, so that no secret is ever in the queue. */
export const sendMail = jobs.sendMail.handledBy((services) => async (given) => {
  const mail = await addressed(services, given);
  if (mail === null || (await isPostponed(services, { to: mail.to, given }))) return;
  await postCounted(services, { ...mail, brand: await senderOf(services, given) });
  if (given.letter === 'connect-link')
    await services.db.asAgency(given.agencyId, (tx) =>
      forgetUnsentToken(tx, { agencyId: given.agencyId, id: given.linkId }),
    );
});

type Given = MailPayload;
type Addressed = Omit<Mail, 'brand'>;

/** The sender's name of a mail; null for the product's own. */
async function senderOf({ db }: Services, { agencyId }: Given): Promise<string | null> {
  if (agencyId === '') return null;
  const brand = await db.asAgency(agencyId, (tx) => brandOf(tx));
  return brand === houseBrand ? null : brand.name;
}

/**
 * Counts a mail to its address. Answers true if the mail exceeds the address's limit and has gone back into the queue
 * until it may be sent.
 */
const isPostponed = ({ db, clock }: Services, { to, given }: { to: string; given: Given }): Promise<boolean> =>
  db.asSystem(async (tx) => {
    const now = clock();
    const seconds = await countMail(tx, { to, now });
    if (seconds > 0)
      await enqueueJob(tx, jobs.sendMail, given, { startAfter: new Date(now.getTime() + seconds * 1000) });
    return seconds > 0;
  });

/** Sends a mail that is already counted; one that the mail server refused is not counted, because it is retried. */
async function postCounted({ db, config }: Services, mail: Mail): Promise<void> {
  try {
    await postMail(config, mail);
  } catch (error) {
    await db.asSystem((tx) => uncountMail(tx, mail.to));
    throw error;
  }
}

/** The finished mail, or null if it is no longer needed. */
async function addressed(services: Services, given: Given): Promise<Addressed | null> {
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

async function aboutAccount(
  { db, config }: Services,
  key: { agencyId: string; accountId: string },
): Promise<Addressed | null> {
  const { lost, brand } = await db.asAgency(key.agencyId, async (tx) => ({
    lost: await findLostAccount(tx, key),
    brand: await brandOf(tx),
  }));
  if (lost === undefined) return null;
  const network = networkIds.find((id) => id === lost.network);
  const page = lost.holder_role === 'client' ? `/edit-client/${lost.holder_id}?tab=accounts` : '/clients';
  return {
    to: lost.email,
    ...writeReconnectMail({
      name: lost.name,
      account: lost.username,
      network: network === undefined ? lost.network : networkNames[network],
      link: originOf(brand, config) + page,
      brand: brand.name,
    }),
  };
}

/**
 * The link is sent only if no account has the address. Otherwise the account's owner is notified instead, and the
 * requesting person does not learn of it.
 */
async function toNewAddress(
  services: Services,
  { agencyId, userId, newEmail }: { agencyId: string; userId: string; newEmail: string },
): Promise<Addressed | null> {
  const now = services.clock();
  const { token, hash } = newToken();
  return services.db.asSystem(async (tx) => {
    const brand = await brandOf(tx, agencyId);
    const origin = originOf(brand, services.config);
    const person = await findPerson(tx, { agencyId, id: userId });
    if (person === undefined) return null;
    if (await isEmailTaken(tx, newEmail))
      return { to: newEmail, ...writeEmailTakenMail({ signInUrl: `${origin}/login`, brand: brand.name }) };
    await insertEmailLink(tx, {
      agencyId,
      userId,
      newEmail,
      tokenHash: hash,
      now,
      expiresAt: new Date(now.getTime() + 24 * hour),
    });
    return {
      to: newEmail,
      ...writeConfirmEmailMail({
        name: person.name,
        link: `${origin}/confirm-email?token=${token}`,
        brand: brand.name,
      }),
    };
  });
}

async function withConnectLink(
  { db, config, clock, secrets }: Services,
  { agencyId, linkId }: { agencyId: string; linkId: string },
): Promise<Addressed | null> {
  const fresh = newToken();
  const associatedData = { agencyId, table: 'connect_links', field: 'unsent_token', owner: linkId };
  const { link, brand } = await db.asAgency(agencyId, async (tx) => ({
    link: await giveToken(tx, {
      agencyId,
      id: linkId,
      tokenHash: fresh.hash,
      sealed: secrets.seal(fresh.token, associatedData),
      now: clock(),
    }),
    brand: await brandOf(tx),
  }));
  if (link === undefined || link.mailed_to === null) return null;
  const token = secrets.open(link.unsent_token, associatedData);
  const days = Math.round((link.expires_at.getTime() - link.created_at.getTime()) / (24 * hour));
  return {
    to: link.mailed_to,
    ...writeConnectLinkMail({ ...link, days, link: `${originOf(brand, config)}/connect/${token}` }),
  };
}

/** A mail to a person of an agency; a person who does not sign in with this address gets a note instead of a link. */
async function toPerson(
  services: Services,
  given: { agencyId: string; userId: string; letter: 'added' | 'credentials' | 'reset-password' },
): Promise<Addressed | null> {
  const { elsewhere, brand } = await services.db.asAgency(given.agencyId, async (tx) => ({
    elsewhere: await findEmailElsewhere(tx, { agencyId: given.agencyId, id: given.userId }),
    brand: await brandOf(tx),
  }));
  const origin = originOf(brand, services.config);
  if (elsewhere !== undefined)
    return {
      to: elsewhere.email,
      ...writeAddedElsewhereMail({ ...elsewhere, signInUrl: `${origin}/login`, brand: brand.name }),
    };
  const { letter } = given;
  return letter === 'added' ? null : withLink(services, { ...given, letter, origin, brand: brand.name });
}

async function withLink(
  services: Services,
  {
    agencyId,
    userId,
    letter,
    origin,
    brand,
  }: { agencyId: string; userId: string; letter: 'credentials' | 'reset-password'; origin: string; brand: string },
): Promise<Addressed | null> {
  const now = services.clock();
  const { token, hash } = newToken();
  const person = await services.db.asAgency(agencyId, async (tx) => {
    const found = await findPerson(tx, { agencyId, id: userId });
    if (found === undefined) return undefined;
    const [purpose, lifetime] =
      letter === 'credentials' ? (['set-password', 72 * hour] as const) : (['reset-password', hour] as const);
    await insertLoginLink(tx, {
      agencyId,
      userId,
      purpose,
      tokenHash: hash,
      now,
      expiresAt: new Date(now.getTime() + lifetime),
    });
    return found;
  });
  if (person === undefined) return null;
  const link = `${origin}/reset-password?token=${token}`;
  switch (letter) {
    case 'credentials':
      return {
        to: person.email,
        ...writeCredentialsMail({ name: person.name, email: person.email, signInUrl: `${origin}/login`, link, brand }),
      };
    case 'reset-password':
      return { to: person.email, ...writeResetMail({ name: person.name, link, brand }) };
    default:
      return letter satisfies never;
  }
}
