/** Every role that can make a call, for the matrix: who they are, what they hold, and which rows they name. */

import { type Undo, undoing } from '#db/testing-undo.ts';
import { plans } from '#rules/plans.ts';
import { insertEmailLink } from '../../people/auth/email-queries.ts';
import { insertLoginLink } from '../../people/auth/link-queries.ts';
import { insertSession } from '../../people/auth/queries.ts';
import { openLink, tokenIn } from '../../people/connect-links/testing.ts';
import { aClient, aMember, anOwner, type TestPerson, type TestServer } from './server.ts';
import { agencyRows, anotherSession, aServerThatTakesAll, aVisit, personalRows, type Rows } from './stage.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { type CallRows, onceMore, password } from './matrix-inputs.ts';

/** The columns of the matrix, in order. matrix.json explains each. */
export const columns = [
  'nobody',
  'link',
  'client',
  'other',
  'member',
  'basic',
  'dfy',
  'dfylite',
  'ent',
  'entlite',
  'unlim',
  'reseller',
  'white',
  'foreign',
  'master',
] as const;
export type Column = (typeof columns)[number];

/** A caller, the rows that its calls name, and the plans and roles that the agency's owner has meanwhile. */
export type Caller = {
  as: TestPerson | null;
  rows: CallRows;
  owner: { membership: string; isReseller: boolean; isWhiteLabel: boolean };
};

const everyPlan = plans.join('__');

/** The word in all rows that the callers name, and the word in the rows of the other client. */
export const words = { asked: 'Mine-canary', other: 'Other-canary' } as const;

/**
 * A server with an agency that has a row of every kind, and a caller of every role; `everything` is its owner with
 * every plan.
 */
export async function aMatrix(): Promise<{
  server: TestServer;
  callers: Readonly<Record<Column, Caller>>;
  everything: Caller;
  undo: Undo;
}> {
  const now = new Date();
  const server = await aServerThatTakesAll({ clock: () => now });
  const { db } = server;
  const owner = await anOwner(db, { email: 'owner@example.test', password, membership: everyPlan });
  const {
    people: { client },
    ...rows
  } = await agencyRows(server, { owner, word: words.asked });
  const {
    people: { client: other },
  } = await agencyRows(server, { owner, word: words.other });
  // Not the account of the first client: the agency would see that both have it, and the client would not.
  await db.pool.query(`update social_accounts set external_id = 'of-the-other' where user_id = $1`, [other.id]);
  // Created by Account Management, so that their plans have the same origin as in the product.
  const member = await aMember(db, owner, { name: 'A team member' });
  const foreign = await anOwner(db, { email: 'foreign@example.test', password, membership: everyPlan });
  const waiting = await aWaitingPost(server, { owner, client, rows });
  // One password for all, because hashing takes time.
  await db.pool.query('update users set password_hash = (select password_hash from users where id = $1)', [owner.id]);
  const connectToken = tokenIn((await server.ask('make-connect-link', { client_id: client.id }, { as: owner })).url);
  const holder = await openLink(server, client, connectToken);
  await aSample(server, owner);
  await aSample(server, foreign);
  await server.ask('pause-publishing', { scope: 'account', id: rows.account }, { as: owner });
  const { at, fingerprint } = await server.ask('preview-resume', { scope: 'account', id: rows.account }, { as: owner });
  const further = {
    ...rows,
    email: owner.email,
    password,
    editable: rows.member,
    waiting,
    connectToken,
    word: { told_how: 'by phone' },
    own: { email: owner.email },
    links: await linksFor(server, owner, now),
    resume: { at, fingerprint },
  };
  const rowsFor = async (person: TestPerson): Promise<CallRows> => ({
    ...further,
    ...(await personalRows(server, { person, clientId: client.id })),
    visits: await visitsOf(server, person, client.id),
  });
  const [ofOwner, ofClient, ofMember] = [
    await rowsFor(owner),
    { ...(await rowsFor(client)), editable: client.id, word: {} },
    await rowsFor(member),
  ];
  const ofLink = { ...ofClient, visits: await visitsOf(server, holder, client.id) };
  await anotherSession(server, foreign);

  const usual = { membership: everyPlan, isReseller: false, isWhiteLabel: false };
  const holding = (membership: string): Caller => ({ as: owner, rows: ofOwner, owner: { ...usual, membership } });
  return {
    server,
    undo: undoing(db),
    everything: holding(everyPlan),
    callers: {
      nobody: { as: null, rows: ofOwner, owner: usual },
      link: { as: holder, rows: ofLink, owner: usual },
      client: { as: client, rows: ofClient, owner: usual },
      other: { as: other, rows: ofClient, owner: usual },
      member: { as: member, rows: ofMember, owner: usual },
      basic: { as: member, rows: ofMember, owner: { ...usual, membership: 'dfylite' } },
      dfy: holding('dfy'),
      dfylite: holding('dfylite'),
      ent: holding('enterprise'),
      entlite: holding('enterpriselite'),
      unlim: holding('unlimited'),
      reseller: { as: owner, rows: ofOwner, owner: { ...usual, isReseller: true } },
      white: { as: owner, rows: ofOwner, owner: { ...usual, isWhiteLabel: true } },
      foreign: { as: foreign, rows: { ...ofOwner, own: { email: foreign.email } }, owner: usual },
      master: { as: await byMasterLogin(server, owner, now), rows: ofOwner, owner: usual },
    },
  };
}

/** Gives the agency's owner the plans and roles of a caller's column, if they differ from the usual ones. */
export async function standAs(
  { db }: TestServer,
  { owner: { membership, isReseller, isWhiteLabel }, rows: { email } }: Caller,
): Promise<void> {
  if (membership === everyPlan && !isReseller && !isWhiteLabel) return;
  await db.pool.query('update users set membership = $1, is_reseller = $2, is_white_label = $3 where email = $4', [
    membership,
    isReseller,
    isWhiteLabel,
    email,
  ]);
}

/** A post planned for a client that approves. */
async function aWaitingPost(
  server: TestServer,
  { owner, client, rows }: { owner: TestPerson; client: TestPerson; rows: Pick<Rows, 'account' | 'stream'> },
): Promise<CallRows['waiting']> {
  const as = { as: owner };
  await server.ask(
    'edit-app-client-account',
    { id: client.id, name: client.name, earning: 1, frequency: 'weekly', approval: 'client' },
    as,
  );
  const { id: schedule } = await server.ask(
    'save-scheduler',
    {
      ...onceMore,
      user_client_id: client.id,
      content_stream_id: rows.stream,
      social_accounts: [rows.account],
    },
    as,
  );
  const {
    items: [first],
    schedules: [whole],
  } = await server.ask('fetch-approvals', { schedule_id: schedule }, as);
  if (first === undefined || whole === undefined) throw new Error('nothing waits for the client');
  return { id: first.id, fingerprint: first.fingerprint, decision: first.decision, schedule, whole: whole.fingerprint };
}

/** A client that is marked as sample data. */
async function aSample({ db }: TestServer, owner: TestPerson): Promise<void> {
  const { id } = await aClient(db, owner, { name: 'A sample' });
  await db.pool.query('update users set is_sample = true where id = $1', [id]);
}

async function visitsOf(server: TestServer, person: TestPerson, clientId: string): Promise<CallRows['visits']> {
  const visit = (network: keyof CallRows['visits']) => aVisit(server, { person, clientId, network });
  return {
    reddit: await visit('reddit'),
    vimeo: await visit('vimeo'),
    twitter: await visit('twitter'),
    linkedin: await visit('linkedin'),
    facebook: await visit('facebook'),
  };
}

async function linksFor({ db }: TestServer, { id, agencyId }: TestPerson, now: Date): Promise<CallRows['links']> {
  const key = { agencyId, userId: id, now, expiresAt: new Date(now.getTime() + 3_600_000) };
  const [reset, master, confirm] = [newToken(), newToken(), newToken()];
  await db.asSystem(async (tx) => {
    await insertLoginLink(tx, { ...key, purpose: 'reset-password', tokenHash: reset.hash });
    await insertLoginLink(tx, { ...key, purpose: 'master-login', tokenHash: master.hash });
    await insertEmailLink(tx, { ...key, newEmail: 'moved@example.test', tokenHash: confirm.hash });
  });
  return { reset: reset.token, master: master.token, confirm: confirm.token };
}

/** The same person in a session that the operator's master login opened. */
async function byMasterLogin({ db }: TestServer, owner: TestPerson, now: Date): Promise<TestPerson> {
  const { token, hash } = newToken();
  const person = {
    id: owner.id,
    agency_id: owner.agencyId,
    role: owner.role,
    name: owner.name,
    email: owner.email,
    membership: '',
    is_reseller: false,
    is_white_label: false,
  };
  await db.asSystem((tx) =>
    insertSession(tx, { person, tokenHash: hash, openedBy: 'master-login', address: '', userAgent: '', now }),
  );
  return { ...owner, token };
}
