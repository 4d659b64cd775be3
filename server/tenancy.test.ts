/** Foreign keys pass row-level security, so every call is tried with every id in it, one after the other, taken from another agency. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { calls, type Name } from '#contract/index.ts';
import { id as idSchema } from '#contract/fields.ts';
import type { Network } from '#networks/network.ts';
import { aNetwork } from './publishing/testing.ts';
import { aPicture } from './streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer, type TestPerson } from './testing.ts';
import { checksumOf } from './testing-rows.ts';

const canary = 'Foreign-canary';
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
const server = await aServer({
  networks: { telegram: connects('telegram'), wordpress: connects('wordpress'), medium: connects('medium'), youtube: joins('youtube'), facebook: joins('facebook') },
  config: { apps: { youtube: app, facebook: app } },
});
await server.db.pool.query(`update users set membership = 'dfy__unlimited'`);
const png = await aPicture('png');

let reseller = 0;

/** A row of every kind that a call may name, made through the calls themselves; its delivery has failed. */
async function rowsOf(owner: TestPerson, word: string) {
  const as = { as: owner };
  const client = await aClient(server.db, owner, { name: word });
  const member = await aMember(server.db, owner, { name: word });
  reseller += 1;
  const { id: sold } = await server.ask('reseller', { name: word, email: `sold-${reseller}@example.test`, password: 'Sunny-Day1!' }, as);
  const account = await server.ask('connect-telegram', { user_id: client.id, chat_id: '1', bot_token: 't' }, as);
  const [texts] = await server.ask('content-stream', { type: 'text', title: word, description: word }, as);
  const [pictures] = await server.ask('content-stream', { type: 'image', title: word, description: word }, as);
  const stream = texts?.id ?? '';
  const [first, second] = await server.ask('text-stream', { content_stream_id: stream, description: JSON.stringify([{ value: word }, { value: word }]) }, as);
  const { id: schedule } = await server.ask('save-scheduler', { ...order, user_client_id: client.id, content_stream_id: stream, social_accounts: [account.id] }, as);
  const { items } = await server.ask('fetch-scheduler', { id: schedule }, as);
  const delivery = items[1]?.social_networks[0]?.delivery_id ?? '';
  await server.db.pool.query(`update deliveries set state = 'failed', next_at = 'infinity' where id = $1`, [delivery]);
  const [youtube, facebook] = [await visit('youtube'), await visit('facebook')];
  await server.ask('facebook-targets', { state: facebook, code: 'c' }, as);
  const { rows: [session] } = await server.db.pool.query<{ id: string }>(
    `insert into sessions (agency_id, user_id, token_hash, expires_at) values ($1, $2, sha256($3::bytea), '2100-01-01') returning id`,
    [owner.agencyId, owner.id, Buffer.from(`${word} ${stream}`)]);
  return {
    session: session?.id ?? '', youtube, facebook, client: client.id, member: member.id, sold, account: account.id, stream, pictures: pictures?.id ?? '', items: [first?.id ?? '', second?.id ?? ''], schedule,
    occurrence: items[0]?.id ?? '', failed: items[1]?.id ?? '', delivery,
  };

  /** A visit to a network's consent page for the client, up to the way back: its `state`. */
  async function visit(network: 'youtube' | 'facebook'): Promise<string> {
    const { url } = await server.ask('connect-ticket', { network, user_id: client.id, key: `key-of-a-visit-${network}` }, as);
    const location = (await server.send(url, { redirect: 'manual' })).headers.get('location') ?? '';
    return new URL(location).searchParams.get('state') ?? '';
  }
}
type Rows = Awaited<ReturnType<typeof rowsOf>>;

const at = { schedule_date: '2035-01-01', hours: '10', minutes: '00', timezone: 'UTC', re_purpose: 0 } as const;
const order = { ...at, schedule_type: 'daily' } as const;

/** Good input of every call that names rows, made of one agency's. */
const inputs: Partial<Record<Name, (rows: Rows) => Readonly<Record<string, unknown>>>> = {
  'fetch-app-client': ({ client }) => ({ id: client }),
  'edit-app-client-account': ({ client }) => ({ id: client, name: 'N', earning: 1, frequency: 'weekly' }),
  'edit-client-account': ({ member }) => ({ id: member, name: 'N' }),
  'invite-team-member': ({ member }) => ({ id: member }),
  reseller: ({ sold }) => ({ id: sold, name: 'N' }),
  'delete-reseller-accounts': ({ sold }) => ({ id: sold }),
  'invite-reseller': ({ sold }) => ({ id: sold }),
  'delete-client': ({ client }) => ({ client_id: client }),
  'fetch-social-accounts': ({ client }) => ({ user_id: client }),
  'connect-telegram': ({ client }) => ({ user_id: client, chat_id: '2', bot_token: 't' }),
  'save-wordpress': ({ client }) => ({ user_id: client, url: 'https://site.example', username: 'u', password: 'p' }),
  'save-medium': ({ client }) => ({ user_id: client, access_token: 't' }),
  'connect-by-hand': ({ client }) => ({ user_id: client, network: 'medium', name: 'By hand', url: 'https://medium.com/@somebody' }),
  'connect-ticket': ({ client }) => ({ network: 'youtube', user_id: client, key: 'key-of-another-visit' }),
  'save-youtube': ({ client, youtube }) => ({ user_id: client, state: youtube, code: 'c' }),
  'save-facebook': ({ client, facebook }) => ({ user_id: client, token: facebook, fb_id: 'new-facebook', category: 'page' }),
  'fetch-activity': ({ client }) => ({ timezone: 'UTC', person_id: client }),
  'export-activity': ({ client }) => ({ timezone: 'UTC', person_id: client }),
  'change-image': ({ client }) => ({ user_id: client }),
  'delete-session': ({ session }) => ({ id: session }),
  'delete-social': ({ account }) => ({ id: account }),
  'content-stream': ({ stream }) => ({ id: stream, type: 'text', title: 'T', description: 'D' }),
  'fetch-stream': ({ stream }) => ({ id: stream }),
  stream: ({ pictures }) => ({ content_stream_id: pictures }),
  'text-stream': ({ stream }) => ({ content_stream_id: stream, description: '[{"value":"Words"}]' }),
  'update-stream': ({ items: [item] }) => ({ id: item, title: 'T', description: 'D' }),
  'reorder-stream': ({ stream, items }) => ({ content_stream_id: stream, ids: items }),
  'delete-stream-file': ({ items: [item] }) => ({ id: item }),
  'delete-stream': ({ stream }) => ({ id: stream }),
  'best-time': ({ client }) => ({ client_id: client }),
  'save-scheduler': ({ client, stream, account }) => ({ ...order, user_client_id: client, content_stream_id: stream, social_accounts: [account], schedule_date: '2036-01-01' }),
  'fetch-fit': ({ client, stream }) => ({ content_stream_id: stream, user_client_id: client }),
  'fetch-scheduler': ({ schedule }) => ({ id: schedule }),
  reschedule: ({ schedule }) => ({ ...at, id: schedule }),
  'delete-scheduler': ({ schedule }) => ({ id: schedule }),
  'delete-scheduled-item': ({ occurrence }) => ({ id: occurrence }),
  'resolve-delivery': ({ delivery }) => ({ delivery_id: delivery, decision: 'publish-again' }),
  'fetch-hand-over': ({ delivery }) => ({ delivery_id: delivery }),
  'fetch-delivery': ({ delivery }) => ({ delivery_id: delivery }),
  'publish-again': ({ failed }) => ({ id: failed }),
  'explain-delivery': ({ delivery }) => ({ delivery_id: delivery }),
  'fetch-ledger-deliveries': ({ client }) => ({ month: '2035-01', timezone: 'UTC', client_id: client }),
  'export-ledger': ({ client }) => ({ month: '2035-01', timezone: 'UTC', client_id: client, what: 'deliveries' }),
  'pause-publishing': ({ client }) => ({ scope: 'client', id: client }),
  'preview-resume': ({ account }) => ({ scope: 'account', id: account }),
  'resume-publishing': ({ client }) => ({ scope: 'client', id: client, at: '2035-01-01T00:00:00Z', fingerprint: 'f', choice: 'skip' }),
  'fetch-stream-data': ({ schedule, occurrence }) => ({ scheduler_id: schedule, stream_id: occurrence }),
  'get-calender': ({ client }) => ({ from: '2035-01-01', to: '2035-01-31', timezone: 'UTC', client_id: client }),
};

/** Fields that hold ids and that no handler reads. */
const unread: Partial<Record<Name, readonly string[]>> = { 'save-scheduler': ['user_id'] };

const isId = (schema: unknown): boolean =>
  schema === idSchema || (schema instanceof z.ZodOptional && isId(schema.unwrap())) || (schema instanceof z.ZodArray && isId(schema.element));

/** The fields of a call's input that hold ids, by the contract. */
const idFields = ({ name, input }: (typeof calls)[number]): string[] =>
  input instanceof z.ZodObject
    ? Object.entries(input.shape).filter(([field, schema]) => isId(schema) && !unread[name]?.includes(field)).map(([field]) => field)
    : [];

async function send(name: Name, input: Readonly<Record<string, unknown>>): Promise<{ code: number; text: string }> {
  const { file } = calls.find((call) => call.name === name) ?? {};
  const body = new FormData();
  for (const [field, value] of Object.entries(input)) body.append(field, String(value));
  if (file) body.append(file.field, new Blob([new Uint8Array(png)]), 'photo.png');
  const init = file ? { body } : { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  const headers = { ...init.headers, authorization: server.owner.token };
  const response = await server.send(`/api/${name}`, { method: 'POST', body: init.body, headers });
  return { code: response.status, text: await response.text() };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Everything that can stand in a field in place of an own id: for a list also the foreign one beside the own. */
const swaps = (own: unknown, theirs: unknown): unknown[] =>
  isList(own) && isList(theirs) ? [theirs, [...own, ...theirs], [...own.slice(1), ...theirs.slice(0, 1)]] : [theirs];

const foreign = await rowsOf(await anotherAgency(server.db), canary);

describe('an id of another agency', () => {
  for (const call of calls) {
    const fields = idFields(call);
    if (fields.length === 0) continue;
    test(`changes nothing and shows nothing in ${call.name} (${fields.join(', ')})`, async () => {
      const inputOf = inputs[call.name];
      assert.ok(inputOf, 'a call that names rows needs good input here');
      const own = await rowsOf(server.owner, 'Own');
      const good = inputOf(own);
      const before = await checksumOf(server.db);
      for (const field of fields) {
        assert.ok(field in good, `${field} is missing in the good input`);
        for (const swapped of swaps(good[field], inputOf(foreign)[field])) {
          const { code, text } = await send(call.name, { ...good, [field]: swapped });
          assert.ok(code === 404 || code === 409 || code === 422 || (code === 200 && /^(fetch-|get-|best-|check-)/.test(call.name)), `${field}: ${code} ${text}`);
          assert.equal(text.includes(canary), false, `${field} shows ${text}`);
        }
      }
      assert.deepEqual(await checksumOf(server.db), before);
      assert.equal((await send(call.name, good)).code, 200, 'the good input is good, so that only the foreign id was wrong');
    });
  }
});
