/** A server for tests that try every call: networks that answer at once, and a row of every kind a call may name. */
import { randomBytes } from 'node:crypto';
import type { ConsentNetwork } from '#contract/connect.ts';
import type { Network } from '#networks/network.ts';
import { aNetwork } from './publishing/testing.ts';
import { aClient, aMember, aServer, type TestPerson, type TestServer } from './testing.ts';

const connects = (id: Network['id']): Network => ({
  ...aNetwork({ id }).network,
  connect: () => Promise.resolve({ kind: 'connected', account: { externalId: `new-${id}`, username: 'New', profile: {}, credentials: {} } }),
});
const joins = (id: Network['id']): Network => ({
  ...aNetwork({ id }).network,
  consent: {
    authorizeUrl: ({ state }) => `https://${id}.test/?state=${state}`,
    complete: () => Promise.resolve({ kind: 'connected', accounts: [{ externalId: `new-${id}`, username: 'New', profile: {}, credentials: {} }], next: null }),
  },
});
const app = { clientId: 'app', clientSecret: 'secret' };

/** A server whose networks take every account and every code that is sent to them. */
export const aStage = (options: { clock?: () => Date } = {}): Promise<TestServer> => aServer({
  ...options,
  networks: {
    telegram: connects('telegram'), wordpress: connects('wordpress'), medium: connects('medium'), youtube: joins('youtube'), facebook: joins('facebook'),
    reddit: joins('reddit'), vimeo: joins('vimeo'), twitter: joins('twitter'), linkedin: joins('linkedin'),
  },
  config: { apps: { youtube: app, facebook: app, reddit: app, twitter: app, linkedin: app } },
});

/** When everything of these rows is planned for: long after any clock a test is given. */
export const at = { schedule_date: '2035-01-01', hours: '10', minutes: '00', timezone: 'UTC', re_purpose: 0 } as const;
/** The same as an order. */
export const order = { ...at, schedule_type: 'daily' } as const;

let resellers = 0;

/** A row of every kind that a call may name, made through the calls themselves and called `word`; its second delivery has failed. */
export async function agencyRows(server: TestServer, { owner, word }: { owner: TestPerson; word: string }) {
  const as = { as: owner };
  const client = await aClient(server.db, owner, { name: word });
  const member = await aMember(server.db, owner, { name: word });
  resellers += 1;
  const { id: sold } = await server.ask('reseller', { name: word, email: `sold-${resellers}@example.test`, password: 'Sunny-Day1!' }, as);
  const account = await server.ask('connect-telegram', { user_id: client.id, chat_id: '1', bot_token: 't' }, as);
  const [texts] = await server.ask('content-stream', { type: 'text', title: word, description: word }, as);
  const [pictures] = await server.ask('content-stream', { type: 'image', title: word, description: word }, as);
  const stream = texts?.id ?? '';
  const [first, second] = await server.ask('text-stream', { content_stream_id: stream, description: JSON.stringify([{ value: word }, { value: word }]) }, as);
  const { id: schedule } = await server.ask('save-scheduler', { ...order, user_client_id: client.id, content_stream_id: stream, social_accounts: [account.id] }, as);
  const { items } = await server.ask('fetch-scheduler', { id: schedule }, as);
  const delivery = items[1]?.social_networks[0]?.delivery_id ?? '';
  await server.db.pool.query(`update deliveries set state = 'failed', next_at = 'infinity' where id = $1`, [delivery]);
  const { link } = await server.ask('make-connect-link', { client_id: client.id }, as);
  return {
    client: client.id, member: member.id, sold, account: account.id, link: link.id, stream, pictures: pictures?.id ?? '', items: [first?.id ?? '', second?.id ?? ''], schedule,
    occurrence: items[0]?.id ?? '', failed: items[1]?.id ?? '', delivery, people: { client, member },
  };
}

/** What belongs to one person alone: another session, and visits to YouTube and Facebook for a client, up to the way back. */
export async function personalRows(server: TestServer, { person, clientId }: { person: TestPerson; clientId: string }) {
  const [youtube, facebook] = [await aVisit(server, { person, clientId, network: 'youtube' }), await aVisit(server, { person, clientId, network: 'facebook' })];
  await server.ask('facebook-targets', { state: facebook, code: 'c' }, { as: person });
  return { session: await anotherSession(server, person), youtube, facebook };
}

/** The id of a session in which a person is signed in elsewhere. */
export async function anotherSession({ db }: TestServer, person: TestPerson): Promise<string> {
  const { rows: [session] } = await db.pool.query<{ id: string }>(
    `insert into sessions (agency_id, user_id, token_hash, expires_at) values ($1, $2, sha256($3::bytea), '2100-01-01') returning id`,
    [person.agencyId, person.id, randomBytes(32)]);
  return session?.id ?? '';
}

/** The key by which a person's visit to a network is asked for. */
export const keyOfVisit = (network: ConsentNetwork): string => `key-of-a-visit-${network}`;

/** A visit to a network's consent page for a client, up to the way back: its `state`. */
export async function aVisit(
  server: TestServer, { person, clientId, network }: { person: TestPerson; clientId: string; network: ConsentNetwork },
): Promise<string> {
  const typed = network === 'vimeo' ? { client_id: 'app', client_secret: 'secret' } : {};
  const { url } = await server.ask('connect-ticket', { network, user_id: clientId, key: keyOfVisit(network), ...typed }, { as: person });
  const location = (await server.send(url, { redirect: 'manual' })).headers.get('location') ?? '';
  return new URL(location).searchParams.get('state') ?? '';
}

/** Both for an owner and the client of these rows. */
export async function rowsOf(server: TestServer, given: { owner: TestPerson; word: string }) {
  const { people: _, ...rows } = await agencyRows(server, given);
  return { ...rows, ...await personalRows(server, { person: given.owner, clientId: rows.client }) };
}

/** What good input of a call is made of. */
export type Rows = Awaited<ReturnType<typeof rowsOf>>;
