/**
 * Every mail that the product can send, created by its real sender and read as it arrives, for a buyer and a seller.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, test } from 'vitest';
import { z } from 'zod';
import { deleteAgency } from '../account-data/delete-agency.job.ts';
import { exportData } from '../account-data/export-data.job.ts';
import { renewAccounts } from '../../people/accounts/renew-accounts.job.ts';
import { jobs } from '../../base/jobs.ts';
import { mailApprovals } from '../../planning/approvals/mail-approvals.job.ts';
import { handOver } from '../hand-over/hand-over.job.ts';
import { withdrawWork } from '../../content/licences/index.ts';
import { factorMail, passwordSetMail, reconnectMail, recoveryCodeMail } from '../../base/mail/index.ts';
import { closeSeller } from '../../selling/memberships/close-seller.ts';
import { lookAtSubscriptions } from '../../selling/memberships/look-at-subscriptions.job.ts';
import { aStripeServer, keys, password } from '../../selling/memberships/testing.ts';
import { mailReports } from '../../insights/reports/mail-reports.job.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { answerRequest } from '../../selling/upgrades/operator.ts';
import { mailFinds } from '../../insights/keyword-alerts/mail.ts';
import { checkDomains } from '../../selling/white-label/check-domains.job.ts';
import { aPostbox, sendQueued, type ReceivedMail } from './postbox.ts';
import { takeQueued } from './queue.ts';
import { aClient, type TestPerson } from './server.ts';

const hour = 3_600_000;
const clock = { now: new Date('2026-07-01T10:00:00Z') };
const pass = (hours: number): void => {
  clock.now = new Date(clock.now.getTime() + hours * hour);
};
const stripe = await aStripeServer(() => clock.now);
const { server, db } = stripe;
const other = await stripe.aSale();
const { seller, host, email, buyer } = await stripe.aBuyer();
const brand = `Brand ${host}`;

/** Ends every TLS handshake, as a server without a certificate does. */
const front = createServer((socket) => socket.destroy());
await new Promise<void>((ready) => {
  front.listen(0, '127.0.0.1', ready);
});
afterAll(() => front.close());
const bound = front.address();
assert.ok(bound !== null && typeof bound === 'object');

const postbox = await aPostbox();
const services = {
  ...server.services,
  config: {
    ...server.services.config,
    smtpUrl: postbox.smtpUrl,
    mailFrom: 'AgencyReel <post@mails.example>',
    publicUrl: 'https://app.our-host.example',
    dnsServers: [stripe.sandbox.dnsAddress],
    tlsAddress: { address: '127.0.0.1', port: bound.port },
  },
};
const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };

/** The subject of each mail, by the function that writes it, and the recipient if it is not a buyer. */
const allMails: Readonly<Record<string, { subject: RegExp; to?: 'seller' | 'operator' }>> = {
  writeAddedElsewhereMail: { subject: /has added you as a client$/ },
  writeApprovalMail: { subject: /^A post waits for your approval$/ },
  writeCertificateMail: { subject: /has no valid certificate$/, to: 'seller' },
  writeConfirmEmailMail: { subject: /^Confirm your email for / },
  writeConfirmPaymentMail: { subject: /^Please confirm your payment for / },
  writeConnectLinkMail: { subject: /asks you to connect your accounts$/ },
  writeCredentialsMail: { subject: /^Your account at / },
  writeDeletedMail: { subject: /^Your data at .+ has been deleted$/ },
  writeDnsStepsMail: { subject: /^DNS records for /, to: 'seller' },
  writeDomainLateMail: { subject: /is not set up yet$/, to: 'seller' },
  writeDomainReleasedMail: { subject: /has been released$/, to: 'seller' },
  writeEmailChangedMail: { subject: /email has been changed$/ },
  writeEmailNoticeMail: { subject: /^Somebody wants to change your / },
  writeEmailTakenMail: { subject: /^You already have an account at / },
  writeEndingMail: { subject: /will stop working soon$/ },
  writeExportReadyMail: { subject: /^Your data from .+ is ready$/ },
  writeFactorOffMail: { subject: /^Two-step log-in is off for / },
  writeFactorOnMail: { subject: /^Two-step log-in is on for / },
  writeFactorResetMail: { subject: /^Two-step log-in was reset for / },
  writeHandOverMail: { subject: /^It is time to post / },
  writeHeldMail: { subject: /sent back by your client$/ },
  writeKeywordMail: { subject: /^New today: / },
  writePasswordChangedMail: { subject: /password has been changed$/ },
  writePasswordSetMail: { subject: /has set your .+ password$/ },
  writePaymentFailedMail: { subject: /^Your payment for .+ did not go through$/ },
  writeReconnectMail: { subject: /^Please reconnect / },
  writeRecoveryCodeMail: { subject: /^A recovery code was used for / },
  writeReportMail: { subject: /^Your report for / },
  writeResetMail: { subject: /^Reset your .+ password$/ },
  writeResumedMail: { subject: /account is active again$/ },
  writeSellerGoneMail: { subject: /membership has ended$/ },
  writeStripeTroubleMail: { subject: /^Your Stripe account needs attention$/, to: 'seller' },
  writeSuspendedMail: { subject: /account is suspended$/ },
  writeTicketAnswerMail: { subject: /^Your request was answered: / },
  writeTicketMail: { subject: /^Request \d+: /, to: 'operator' },
  writeWithdrawnMail: { subject: /uses a work that was withdrawn$/ },
};

const read: ReceivedMail[] = [];
/** Sends the queued mails; answers those that arrived. */
async function deliver(): Promise<ReceivedMail[]> {
  await sendQueued(services);
  const come = await postbox.take();
  read.push(...come);
  return come;
}
const tokenIn = (mails: readonly ReceivedMail[], subject: RegExp): string =>
  /token=([\w.-]+)/.exec(mails.find((mail) => subject.test(mail.subject))?.words ?? '')?.[1] ?? '';

const session = z.object({ token: z.string() });
const owner: TestPerson = { id: buyer.id, agencyId: buyer.agency_id, role: 'owner', name: 'Bea', email, token: '' };
const as = { as: owner };
const buyerSql = (text: string, ...values: unknown[]) =>
  db.pool.query<{ id: string }>(text, [owner.agencyId, ...values]);

test('the mails about an account are sent: creation, reset, changes and the second factor', async () => {
  const token = tokenIn(await deliver(), /^Your account at /);
  const chosen = { password, confirm_password: password, password_token: token };
  assert.equal((await stripe.at(host, 'reset-password', chosen)).code, 200);
  owner.token = session.parse((await stripe.at(host, 'login', { email, password })).data).token;
  await buyerSql(`update users set membership = 'dfy__enterprise__unlimited' where agency_id = $1`);
  await server.ask('forgot-password', { email }, { as: null });
  await server.ask('change-email', { email: other.seller.email }, as);
  await server.ask('change-email', { email: 'bea@elsewhere.test' }, as);
  await server.ask('confirm-email', { token: tokenIn(await deliver(), /^Confirm your email/) }, { as: null });
  const changed = { password, new_password: 'Rainy-Day2?!', confirm_password: 'Rainy-Day2?!' };
  await server.ask('profile', changed, as);
  await db.asAgency(owner.agencyId, async (tx) => {
    for (const what of ['on', 'off', 'reset'] as const) await factorMail(tx, owner, what);
    await recoveryCodeMail(tx, { ...owner, left: 3 });
  });
  await deliver();
});

test('the mails about clients and their posts are sent', async () => {
  const added = { name: 'New', password: 'Client-Day1!', earning: 5, send: true };
  await server.ask('add-app-client', { ...added, email: other.seller.email }, as);
  const client = await aClient(db, owner, { name: 'Old Mill' });
  const [feed, ending] = [await anAccount(server, client), await anAccount(server, client, 'telegram', 'ending')];
  await server.ask('make-connect-link', { client_id: client.id, send: true }, as);
  await db.asAgency(owner.agencyId, (tx) => passwordSetMail(tx, { ...client, agency: 'Bea’s' }));
  await server.ask('save-report-settings', { id: client.id, posts_a_week: null, mail_monthly: true }, as);

  const approving = { id: client.id, name: client.name, earning: 0, frequency: 'weekly', approval: 'client' } as const;
  await server.ask('edit-app-client-account', approving, as);
  const [stream] = await server.ask('content-stream', { type: 'image', title: 'Bread', description: 'Words' }, as);
  const picture = { field: 'stream', name: 'a.png', bytes: await aPicture('png') };
  const about = { content_stream_id: stream?.id ?? '', title: 'Rye', description: 'Words' };
  await server.upload('stream', about, picture, as);
  const plan = { user_client_id: client.id, content_stream_id: stream?.id ?? '', social_accounts: [feed] };
  await server.ask('save-scheduler', { ...anOrder(plan), schedule_date: '2026-07-20' }, as);
  pass(0.2);
  await mailApprovals(services)({}, context);
  const [waiting] = (await server.ask('fetch-approvals', {}, { as: client })).items;
  const { id = '', fingerprint = '', decision = 0 } = waiting ?? {};
  await server.ask('send-back-post', { id, fingerprint, decision, comment: 'A typo' }, { as: client });
  pass(0.2);
  await mailApprovals(services)({}, context);

  await buyerSql(`insert into file_licences (agency_id, file_id, source, source_item, title, author, licence,
      licence_url, page_url, taken_at)
    select $1, file_id, 'pexels', '77', 'Rye loaf', 'Ana', 'Pexels License', 'https://p.test/l',
      'https://p.test/1', now()
    from items where agency_id = $1 and file_id is not null`);
  const { publicUrl } = services.config;
  await db.asSystem((tx) => withdrawWork(tx, { source: 'pexels', item: '77', now: clock.now, publicUrl }));
  await buyerSql(`update deliveries set state = 'waiting', next_at = 'infinity', unapproved = false
    where agency_id = $1`);
  await handOver(services)({}, context);

  await buyerSql(`update social_accounts set status = 'needs-reconnecting' where agency_id = $1 and id = $2`, feed);
  const now = clock.now;
  await db.asAgency(owner.agencyId, (tx) => reconnectMail(tx, { accountId: feed, agencyId: owner.agencyId, now }));
  await buyerSql(
    `update social_accounts set expires_at = $2, renew_after = 'infinity', renewal_problem = 'It cannot be renewed.'
     where agency_id = $1 and id = $3`,
    new Date(now.getTime() + 3 * hour),
    ending,
  );
  await renewAccounts(services)({}, context);

  await server.ask('save-keyword-mails', { mails: 'on' }, as);
  await buyerSql(
    `with watched as (insert into watched_keywords (agency_id, client_id, keyword, created_at)
       values ($1, $2, 'rye', now()) returning id)
     insert into keyword_finds (agency_id, keyword_id, source, reference, title, url, found_at)
     select $1, id, 'reddit', '1', 'Rye for all', 'https://reddit.test/1', now() from watched`,
    client.id,
  );
  await mailFinds(services, context.signal);
  await deliver();
  pass(24 * 31);
  await mailReports(services)({}, context);
  await deliver();
});

test('the mails about payments, requests and the end are sent', async () => {
  await buyerSql(`update sessions set expires_at = '2100-01-01', confirmed_at = '2100-01-01' where agency_id = $1`);
  for (const does of ['fail', 'pay', 'authenticate', 'pay', 'give-up', 'pay']) {
    await stripe.happens(does);
    await stripe.deliverNew(seller.agencyId);
  }
  const fields = { transaction_id: 'T-1', affiliate_id: 'A-1', email };
  const { id: ticket } = await server.ask('send-ticket', { kind: 'reseller-license', fields }, as);
  const answer = { ticket, text: 'It is active.', state: 'done', config: services.config, now: clock.now };
  await db.asSystem((tx) => answerRequest(tx, answer));
  const { id: exportId } = await server.ask('download-user-data', {}, as);
  await exportData(services)({ exportId }, context);

  stripe.sandbox.stripe.revoked.add(keys.full);
  await lookAtSubscriptions(services)({}, context);
  stripe.sandbox.stripe.revoked.clear();
  await closeSeller(services, seller.agencyId);
  await deliver();
  await server.ask('delete-account', { confirmation: 'bea@elsewhere.test' }, as);
  for (const deletion of await takeQueued(db, jobs.deleteAgency)) await deleteAgency(services)(deletion, context);
  await deliver();
});

test('the mails about the seller’s domain are sent', async () => {
  const [label] = await server.ask('fetch-whitelabel', {}, { as: seller });
  assert.ok(label);
  await server.ask('send-dns-steps', { id: label.id, email: 'dns@seller.test' }, { as: seller });
  const records = stripe.sandbox.dns.records;
  records.push(
    { host, type: 'A', value: '203.0.113.7' },
    { host: label.proof.name, type: 'TXT', value: label.proof.value },
  );
  const look = async (hours: number): Promise<void> => {
    pass(hours);
    await checkDomains(services)({}, context);
    await deliver();
  };
  await look(1);
  await look(1);
  records.splice(0);
  await look(1);
  await look(24 * 14);
  await look(24 * 16);
});

test('the mails carry the brand’s name and link to its host, and name neither us nor another brand', () => {
  const isOfSeller = (subject: string): boolean =>
    Object.values(allMails).some((mail) => mail.to === 'seller' && mail.subject.test(subject));
  // The other seller's domain is checked too.
  const own = read.filter((mail) => !`${mail.from} ${mail.subject}`.includes(other.host));
  // Once the domain is released, its seller no longer has a site of their own.
  const fromUs = own.filter(({ from }) => from !== `${brand} <post@mails.example>`).map(({ subject }) => subject);
  assert.deepEqual(fromUs, [`${host} has been released`]);
  const others = /agency\s?reel|our-host|127\.0\.0\.1:9(?!\d)/i;
  const found = own.flatMap(({ raw, words, subject }) => {
    // A seller is our customer: a problem of the site itself is fixed at our host, by a record with our name.
    const known = isOfSeller(subject)
      ? /_agencyreel\.|https:\/\/app\.our-host\.example\/white-label|^From: AgencyReel <post@mails\.example>/g
      : /^$/g;
    // Lines of a mail are folded at 76 characters.
    return `${raw.replaceAll('=\r\n', '')}\n${words}`
      .split('\n')
      .map((line) => line.replace(known, ''))
      .filter((line) => others.test(line) || line.includes(other.host))
      .map((line) => `${subject}: ${line}`);
  });
  assert.deepEqual(found, []);
});

test('these tests cover every mail function', async () => {
  const folder = new URL('../../', import.meta.url);
  const written: string[] = [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /mails\.ts$|\/mail-words\.ts$/.test(name))) {
    const module: unknown = await import(new URL(file, folder).href);
    written.push(...Object.keys(z.record(z.string(), z.unknown()).parse({ ...Object(module) })));
  }
  assert.deepEqual(written.filter((name) => /^write\w+Mail$/.test(name)).sort(), Object.keys(allMails).sort());
  const unread = Object.entries(allMails).filter(
    ([, { subject, to }]) => to !== 'operator' && !read.some((mail) => subject.test(mail.subject)),
  );
  assert.deepEqual(
    unread.map(([name]) => name),
    [],
  );
});
