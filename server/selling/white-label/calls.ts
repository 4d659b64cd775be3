import { randomBytes } from 'node:crypto';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { isReservedHost } from '#rules/domains.ts';
import { storedLogo, type StoredLogo } from '../../people/agency/index.ts';
import { aiKeyLast4, findAiSettings, refuseAiKey, saveAiKey } from '../../content/ai/index.ts';
import {
  outside,
  UserError,
  type Handlers,
  type OutsideContext,
  type Reply,
  type Services,
} from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { brandOf, hostBrandOf } from '../../base/brand/index.ts';
import { countTries, type Limit } from '../../base/limits/index.ts';
import { countInvitation, enqueueMail } from '../../base/mail/index.ts';
import { writeDnsStepsMail } from './mails.ts';
import { eraseFile, insertFile, lockUploads, takeReplaced } from '../../base/files/index.ts';
import { dropFile } from '../../base/media/index.ts';
import { checkDomainOf, coolOffFrom } from './check.ts';
import { proofName } from './lights.ts';
import { presentWhiteLabel } from './present.ts';
import {
  chooseHost,
  findWhiteLabel,
  insertWhiteLabel,
  releaseHost,
  updateBrand,
  type WhiteLabelRow,
} from './queries.ts';

type Own = Data<'fetch-whitelabel'>;

const notFound = (): UserError => new UserError(messages.notFound, { status: 404 });
const refused = (field: string, message: string): UserError =>
  new UserError(message, { status: 422, errors: { [field]: message } });

const logoWords = { invalidFileType: messages.brandLogoType, imageTooLarge: messages.brandLogoSize } as const;

type Answering = { user: { id: string; agencyId: string }; services: Pick<Services, 'config'> };

async function listOwn(tx: Tx, { user, services: { config } }: Answering): Promise<Own> {
  const row = await findWhiteLabel(tx, user.agencyId);
  if (row === undefined) return [];
  return [presentWhiteLabel(row, { userId: user.id, last4: await aiKeyLast4(tx, user.agencyId), ip: config.publicIp })];
}

async function refuseKey(
  key: string,
  { user, services: { config }, transaction }: Pick<OutsideContext, 'user' | 'services' | 'transaction'>,
): Promise<void> {
  const { address } = await transaction((tx) => findAiSettings(tx, user.agencyId));
  refuseAiKey(key, { config, address, field: 'aiKey' });
}

function refuseHost(host: string, { config }: Pick<Services, 'config'>): void {
  if (isReservedHost(host, new URL(config.publicUrl).hostname)) throw refused('domain', messages.domainReserved);
}

const newProof = (): string => randomBytes(20).toString('hex');

/** The row with this id, if it belongs to the agency. */
async function own(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<WhiteLabelRow> {
  const row = await findWhiteLabel(tx, agencyId);
  if (row === undefined || row.id !== id) throw notFound();
  return row;
}

/** Saves a logo within the transaction; answers the stored names of the previous one. */
async function takeLogo(
  tx: Tx,
  logo: StoredLogo,
  { user, now, services }: Pick<OutsideContext, 'user' | 'now' | 'services'>,
) {
  const { agencyId } = user;
  const earlier = (await findWhiteLabel(tx, agencyId))?.logo_file_id ?? null;
  const fileId = await insertFile(tx, { ...logo, agencyId, createdBy: user.id, now });
  await updateBrand(tx, agencyId, { logo_file_id: fileId });
  const before = earlier === null ? null : await eraseFile(tx, { agencyId, id: earlier });
  const { uploadQuotaBytes: quotaBytes } = services.config;
  await takeReplaced(tx, { agencyId, quotaBytes, before, sizeBytes: logo.sizeBytes });
  return before;
}

/** Checks the logo, saves with `write` and the logo, checks the domain if it may have changed, and answers. */
async function save(
  context: OutsideContext,
  { write, message, looks }: { write: (tx: Tx) => Promise<void>; message: string; looks: boolean },
): Promise<Reply<Own>> {
  const { user, services, transaction, file, signal } = context;
  const { storage } = services;
  const logo =
    file === null ? null : await storedLogo(storage, file, { agencyId: user.agencyId, signal, words: logoWords });
  const before = await transaction(async (tx) => {
    await lockUploads(tx, user.agencyId);
    await write(tx);
    return logo === null ? null : takeLogo(tx, logo, context);
  }).catch(async (error: unknown) => {
    if (logo !== null) await dropFile(storage, logo);
    throw error;
  });
  if (before !== null) await dropFile(storage, before);
  if (looks) await checkDomainOf(services, user.agencyId);
  return { message, data: await transaction((tx) => listOwn(tx, context)) };
}

async function create(input: Input<'create-whitelabel'>, context: OutsideContext): Promise<Reply<Own>> {
  const { user, services, now, origin } = context;
  const { agencyId } = user;
  await refuseKey(input.aiKey, context);
  refuseHost(input.domain, services);
  return save(context, {
    message: messages.whiteLabelSaved,
    looks: true,
    write: async (tx) => {
      if ((await findWhiteLabel(tx, agencyId)) !== undefined) throw new UserError(messages.whiteLabelThere);
      if (input.aiKey === '' && (await aiKeyLast4(tx, agencyId)) === '') throw refused('aiKey', messages.aiKeyMissing);
      const { first, second } = input.color;
      await insertWhiteLabel(tx, {
        agencyId,
        name: input.name,
        first,
        second,
        host: input.domain,
        proof: newProof(),
        now,
      });
      if (input.aiKey !== '') await saveAiKey(tx, services.secrets, { agencyId, key: input.aiKey, now });
      await audit(tx, { user, origin, action: 'white-label-created', details: { host: input.domain } });
    },
  });
}

async function update(input: Input<'update-whitelabel'>, context: OutsideContext): Promise<Reply<Own>> {
  const { user, services, now, origin } = context;
  const { agencyId } = user;
  const { name, aiKey = '', color, domain } = input;
  if (user.impersonated && (aiKey !== '' || domain !== undefined))
    throw new UserError(messages.confirmByOperator, { status: 403 });
  await refuseKey(aiKey, context);
  if (domain !== undefined) refuseHost(domain, services);
  return save(context, {
    message: messages.whiteLabelSaved,
    looks: domain !== undefined,
    write: async (tx) => {
      const row = await own(tx, { agencyId, id: input.id });
      if (domain !== undefined && row.host !== null && row.host !== domain)
        throw new UserError(messages.domainKept, { errors: { domain: messages.domainKept } });
      await updateBrand(tx, agencyId, {
        ...(name === undefined ? {} : { name }),
        ...(color === undefined ? {} : { first_color: color.first, second_color: color.second }),
      });
      if (domain !== undefined) await chooseHost(tx, { agencyId, host: domain, proof: newProof(), now });
      if (aiKey !== '') await saveAiKey(tx, services.secrets, { agencyId, key: aiKey, now });
      await audit(tx, { user, origin, action: 'white-label-saved' });
    },
  });
}

/** How often one person may mail the DNS steps, to all recipients together. */
const stepsByUser: Limit = { name: 'dns-steps-user', most: 10, seconds: 3600 };

async function sendSteps(
  { id, email }: Input<'send-dns-steps'>,
  { user, services: { config }, transaction, now, origin }: OutsideContext,
): Promise<Reply<null>> {
  const { agencyId } = user;
  // Counted in a transaction of its own, so that a refused request counts too.
  await countTries({ transaction, now }, [[stepsByUser, user.id]], messages.dnsStepsTooMany);
  await transaction(async (tx) => {
    const { host, proof } = await own(tx, { agencyId, id });
    if (host === null) throw new UserError(messages.domainGone);
    if (config.publicIp === null) throw new UserError(messages.publicIpMissing);
    await countInvitation(tx, { agencyId, email, now });
    const records = { ip: config.publicIp, proof: { name: proofName(host), value: proof } };
    const { name: brand } = await brandOf(tx);
    const words = { from: { name: user.name, email: user.email }, host, brand, ...records };
    await enqueueMail(tx, { to: email, replyTo: user.email, ...writeDnsStepsMail(words) });
    await audit(tx, { user, origin, action: 'dns-steps-sent', details: { host } });
  });
  return { message: messages.dnsStepsSent, data: null };
}

/** The handlers of the calls in contract/selling/white-label.ts. */
export const whiteLabelCalls = {
  'fetch-whitelabel': async (input, context) => {
    return { message: '', data: await listOwn(context.tx, context) };
  },

  'create-whitelabel': outside(create),
  'update-whitelabel': outside(update),

  'verify-domain': outside(async ({ id }, context) => {
    const { user, services, transaction } = context;
    const row = await transaction((tx) => own(tx, { agencyId: user.agencyId, id }));
    if (row.host === null) throw new UserError(messages.domainGone);
    await checkDomainOf(services, user.agencyId);
    const data = await transaction((tx) => listOwn(tx, context));
    return { message: data[0]?.state === 'active' ? messages.domainActive : messages.domainLooked, data };
  }),

  'release-domain': outside(async ({ id }, context) => {
    const { user, services, transaction, now, origin } = context;
    const { agencyId } = user;
    await transaction((tx) => own(tx, { agencyId, id }));
    // The recently released hosts belong to no agency.
    await services.db.asSystem(async (tx) => {
      const host = await releaseHost(tx, { agencyId, now, freeAt: coolOffFrom(now) });
      if (host === null) throw new UserError(messages.domainGone);
      await audit(tx, { user, origin, action: 'domain-given-up', details: { host } });
    });
    return { message: messages.domainReleased, data: await transaction((tx) => listOwn(tx, context)) };
  }),

  'send-dns-steps': outside(sendSteps),

  'fetch-whitelabel-data': async ({ domain }, { tx }) => {
    const found = await hostBrandOf(tx, domain);
    return { message: '', data: found === null ? [] : [found] };
  },
} satisfies Partial<Handlers>;
