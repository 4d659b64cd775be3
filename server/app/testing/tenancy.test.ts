/**
 * Foreign keys bypass row-level security, so every id in the input of every call is replaced by one of another agency,
 * one at a time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { calls, type Name } from '#contract/index.ts';
import { id as idSchema } from '#contract/base/fields.ts';
import { undoing } from '#db/testing-undo.ts';
import { giveAiKey } from '../../content/ai/testing.ts';
import { hashPassword } from '../../base/secrets/passwords.ts';
import { keepBack } from '../../planning/approvals/testing.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { anUpload } from '../../content/uploads/testing.ts';
import { anotherAgency, type TestPerson } from './server.ts';
import { inputs } from './inputs.ts';
import { checksumOf } from './rows.ts';
import { agencyRows, aServerThatTakesAll, rowsOf } from './stage.ts';

const canary = 'Foreign-canary';
const server = await aServerThatTakesAll();
await server.db.pool.query(`update users set membership = 'dfy__enterprise__unlimited'`);
const png = await aPicture('png');
await giveAiKey(server, server.owner);
await server.db.pool.query('update users set password_hash = $1 where id = $2', [
  await hashPassword('Sunny-Day1!'),
  server.owner.id,
]);

/** Fields that hold ids and that no handler reads. */
const unread: Partial<Record<Name, readonly string[]>> = {
  'save-scheduler': ['user_id'],
  'delete-stripe': ['user_id'],
  'fetch-membership': ['user_id'],
  'create-membership': ['user_id'],
  'update-membership': ['user_id'],
};

/** Calls that are answered at a brand's own host; server/selling/memberships/memberships.test.ts tries them there. */
const atBrands: readonly Name[] = ['fetch-offer', 'join-membership', 'finish-joining'];

const isId = (schema: unknown): boolean =>
  schema === idSchema ||
  (schema instanceof z.ZodOptional && isId(schema.unwrap())) ||
  (schema instanceof z.ZodArray && isId(schema.element)) ||
  (schema instanceof z.ZodUnion && schema.options.some(isId));

/** The fields of a call's input that hold ids, by the contract. */
const idFields = ({ name, input }: (typeof calls)[number]): string[] =>
  input instanceof z.ZodObject
    ? Object.entries(input.shape)
        .filter(([field, schema]) => isId(schema) && !unread[name]?.includes(field))
        .map(([field]) => field)
    : [];

async function send(
  name: Name,
  input: Readonly<Record<string, unknown>>,
  as: TestPerson,
): Promise<{ code: number; text: string }> {
  const { file } = calls.find((call) => call.name === name) ?? {};
  const body = new FormData();
  for (const [field, value] of Object.entries(input)) body.append(field, String(value));
  if (file) body.append(file.field, new Blob([new Uint8Array(png)]), 'photo.png');
  const init = file ? { body } : { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  const headers = { ...init.headers, authorization: as.token };
  const response = await server.send(`/api/${name}`, { method: 'POST', body: init.body, headers });
  return { code: response.status, text: await response.text() };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** All values that can replace an own id: for a list also the foreign id beside the own one. */
const swaps = (own: unknown, theirs: unknown): unknown[] =>
  isList(own) && isList(theirs) ? [theirs, [...own, ...theirs], [...own.slice(1), ...theirs.slice(0, 1)]] : [theirs];

/** A download of all data that is being made, one that can be fetched, and a rebranding. */
async function onlyOnesOf({ agencyId, id }: TestPerson) {
  const {
    rows: [waiting],
  } = await server.db.pool.query<{ id: string }>(
    `
    insert into data_exports (agency_id, user_id, created_at, touched_at) values ($1, $2, now(), now())
    on conflict (agency_id) where state in ('waiting', 'running') do update set touched_at = now() returning id`,
    [agencyId, id],
  );
  const {
    rows: [ready],
  } = await server.db.pool.query<{ id: string }>(
    `
    insert into data_exports (agency_id, user_id, state, object_name, created_at, touched_at, expires_at)
    values ($1, $2, 'ready', 'export-' || gen_random_uuid(), now(), now(), '2100-01-01') returning id`,
    [agencyId, id],
  );
  const {
    rows: [rebranding],
  } = await server.db.pool.query<{ id: string }>(
    `
    insert into rebrandings (agency_id, name, created_at) values ($1, 'Brand', now())
    on conflict (agency_id) do update set name = excluded.name returning id`,
    [agencyId],
  );
  const {
    rows: [label],
  } = await server.db.pool.query<{ id: string }>(
    `
    insert into white_labels (agency_id, name, first_color, second_color, host, proof, created_at, failing_since)
    values ($1, 'Brand', '#112233', '#445566', 'brand.example.test', 'proof', now(), now())
    on conflict (agency_id) do update set host = excluded.host, state = 'waiting' returning id`,
    [agencyId],
  );
  return {
    making: waiting?.id ?? '',
    ready: ready?.id ?? '',
    rebranding: rebranding?.id ?? '',
    label: label?.id ?? '',
  };
}

/** Valid input of calls about rows that only this test creates, because an agency has one at a time. */
const ownInputs: Partial<
  Record<Name, (rows: Awaited<ReturnType<typeof onlyOnesOf>>) => Readonly<Record<string, unknown>>>
> = {
  'cancel-data-export': ({ making }) => ({ id: making }),
  'download-data-export': ({ ready }) => ({ id: ready }),
  'delete-wl': ({ rebranding }) => ({ id: rebranding }),
  'update-whitelabel': ({ label }) => ({ id: label, name: 'Brand' }),
  'verify-domain': ({ label }) => ({ id: label }),
  'release-domain': ({ label }) => ({ id: label }),
  'send-dns-steps': ({ label }) => ({ id: label, email: 'dns@example.test' }),
};

/** Valid input of calls about approvals, each about a post of another client, and the person who makes the call. */
async function aboutApproval(
  name: Name,
  { owner, word }: { owner: TestPerson; word: string },
): Promise<{ good: Readonly<Record<string, unknown>>; as: TestPerson } | undefined> {
  const state = approvalStates[name];
  if (state === undefined) return undefined;
  const { client, schedule, occurrence, people } = await agencyRows(server, { owner, word });
  const fingerprint = await keepBack(server.db, { occurrenceId: occurrence, state });
  const { schedules } = await server.ask('fetch-approvals', { schedule_id: schedule }, { as: owner });
  const given: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'fetch-approvals': { client_id: client, schedule_id: schedule },
    'approve-schedule': { schedule_id: schedule, fingerprint: schedules[0]?.fingerprint ?? '', told_how: 'by phone' },
    'send-back-post': { id: occurrence, fingerprint, decision: 0, comment: 'No' },
    'ask-approval': { id: occurrence, decision: 0 },
    'comment-post': { id: occurrence, comment: 'Hello' },
  };
  return { good: given[name] ?? { id: occurrence }, as: name === 'send-back-post' ? people.client : owner };
}

const approvalStates: Partial<Record<Name, 'waiting' | 'approved' | 'sent-back'>> = {
  'fetch-approvals': 'waiting',
  'fetch-approval': 'waiting',
  'approve-schedule': 'waiting',
  'send-back-post': 'waiting',
  'comment-post': 'waiting',
  'withdraw-approval': 'approved',
  'ask-approval': 'sent-back',
};

/** Valid input of a call, built from rows of this person's agency; undefined if there is none. */
async function goodInput(name: Name, owner: TestPerson): Promise<Readonly<Record<string, unknown>> | undefined> {
  const rows = owner === server.owner ? own : foreign;
  return (
    ownInputs[name]?.(await onlyOnesOf(owner)) ??
    // The pieces of an upload are in storage, where nothing can be undone.
    inputs[name]?.(name.endsWith('-upload') ? { ...rows, upload: await anUpload(server, owner) } : rows)
  );
}

await server.db.pool.query(`update users set membership = 'dfy__enterprise__unlimited' where id = $1`, [
  server.owner.id,
]);
const otherAgency = await anotherAgency(server.db);
const foreign = await rowsOf(server, { owner: otherAgency, word: canary });
const own = await rowsOf(server, { owner: server.owner, word: 'Own' });
const undo = undoing(server.db);

describe('an id of another agency', () => {
  for (const call of calls) {
    const fields = idFields(call);
    if (fields.length === 0 || atBrands.includes(call.name)) continue;
    test(`a foreign id changes nothing and shows nothing in ${call.name} (${fields.join(', ')})`, async () =>
      undo(async () => {
        const approval = await aboutApproval(call.name, { owner: server.owner, word: 'Own' });
        const good = approval?.good ?? (await goodInput(call.name, server.owner));
        const theirs =
          (await aboutApproval(call.name, { owner: otherAgency, word: canary }))?.good ??
          (await goodInput(call.name, otherAgency));
        const as = approval?.as ?? server.owner;
        assert.ok(good && theirs, 'a call that names rows needs good input in testing-inputs.ts');
        const before = await checksumOf(server.db);
        for (const field of fields) {
          assert.ok(field in good, `${field} is missing in the good input`);
          for (const swapped of swaps(good[field], theirs[field])) {
            const { code, text } = await send(call.name, { ...good, [field]: swapped }, as);
            assert.ok(
              code === 404 ||
                code === 409 ||
                code === 422 ||
                (code === 200 && /^(fetch-|get-|best-|check-)/.test(call.name)),
              `${field}: ${code} ${text}`,
            );
            assert.equal(text.includes(canary), false, `${field} shows ${text}`);
          }
        }
        assert.deepEqual(await checksumOf(server.db), before);
        assert.equal(
          (await send(call.name, good, as)).code,
          200,
          'the input is valid, so that only the foreign id was wrong',
        );
      }));
  }
});
