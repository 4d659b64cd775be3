/** A whole server for a test: real database, real HTTP, given clock; and people to call it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Envelope } from '#contract/call.ts';
import type { Data, Name, Sent } from '#contract/index.ts';
import type { Database } from '#db/database.ts';
import { testDatabase } from '#db/testing.ts';
import type { Networks } from '#networks/network.ts';
import { handlers as allHandlers } from './calls.ts';
import { parseConfig, type Config } from './config.ts';
import type { Handlers, Services } from './handlers.ts';
import { openHttp } from './http.ts';
import type { CallLimits } from './http/answer.ts';
import { openSecrets } from './secrets.ts';
import { openStorage } from './storage-open.ts';
import { aPerson, type TestPerson } from './testing-people.ts';

export { aClient, aMember, anotherAgency, anOwner, aPerson, type TestPerson } from './testing-people.ts';

/** An answer as it came over the wire; `code` is the HTTP status. */
export type TestReply<D = unknown> =
  | { code: number; status: true; message: string; data: D }
  | { code: number; status: false; message: string; errors: Record<string, string> };

/** Whose token a call carries; null for none. */
type Caller = { as: TestPerson | null };

/** A running server with an owner in an agency of its own. */
export type TestServer = {
  url: string;
  services: Services;
  db: Database;
  owner: TestPerson;
  /** Every line of the log, from level 'debug' on. */
  log: string[];
  /** Makes a call; by the server's owner unless `as` says otherwise. */
  call<N extends Name>(name: N, input: Sent<N>, caller?: Caller): Promise<TestReply<Data<N>>>;
  /** Makes a call that must succeed; answers its data. */
  ask<N extends Name>(name: N, input: Sent<N>, caller?: Caller): Promise<Data<N>>;
  /** Logs in with a password, which must be all it takes; answers the session. */
  logIn(person: { email: string; password: string }): Promise<Data<'login-code'>>;
  /** Makes a call as multipart, with `file` under its field. */
  upload<N extends Name>(
    name: N, fields: Readonly<Record<string, string>>, file: { field: string; name: string; bytes: Buffer }, caller?: Caller,
  ): Promise<TestReply<Data<N>>>;
  /** Any request, for what no well-behaved caller sends. */
  send(path: string, init?: RequestInit): Promise<Response>;
};

type Options = {
  networks?: Networks;
  clock?: () => Date;
  config?: Partial<Config>;
  handlers?: Partial<Handlers>;
  limits?: CallLimits;
  siteDir?: string;
};

/**
 * Starts a server on a free port of loopback, with replies checked against the contract. It ends with the test or file
 * that asked for it: call it at the top of a file or inside a test, never in a `before`, which would end it at once.
 */
export async function aServer(options: Options = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-server-'));
  const db = await testDatabase();
  const config: Config = { ...parseConfig({ PORT: '0', CHECK_REPLIES: 'on', SANDBOX: 'off' }, dir), ...options.config };
  const services: Services = {
    config, db, storage: await openStorage(config), secrets: openSecrets(randomBytes(32)),
    networks: options.networks ?? {}, clock: options.clock ?? (() => new Date()),
  };
  const log: string[] = [];
  const app = await openHttp({
    services, handlers: options.handlers ?? allHandlers, siteDir: options.siteDir ?? null, logLevel: 'debug',
    logStream: { write: (line) => { log.push(line); } }, limits: options.limits ?? { perUser: 1e6, perAddress: 1e6, uploadsPerUser: 1e6 },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  after(async () => {
    await app.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const owner = await aPerson(db, { role: 'owner' });
  const post = async <N extends Name>(name: N, body: RequestInit, { as }: Caller = { as: owner }): Promise<TestReply<Data<N>>> => {
    const headers = new Headers(body.headers);
    if (as !== null) headers.set('authorization', as.token);
    const response = await fetch(`${url}/api/${name}`, { ...body, method: 'POST', headers });
    return replyOf(name, response.status, await response.json());
  };
  const call: TestServer['call'] = (name, input, caller) =>
    post(name, { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }, caller);
  const ask: TestServer['ask'] = async (name, input, caller) => {
    const reply = await call(name, input, caller);
    if (!reply.status) throw new Error(`${name} answered ${reply.code}: ${reply.message} ${JSON.stringify(reply.errors)}`);
    return reply.data;
  };
  return {
    url, services, db, owner, log, call, ask,
    logIn: async (person) => {
      const data = await ask('login', person, { as: null });
      if (!('token' in data)) throw new Error('this log-in wants a code as well');
      return data;
    },
    upload: (name, fields, file, caller) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append(file.field, new Blob([new Uint8Array(file.bytes)]), file.name);
      return post(name, { body: form }, caller);
    },
    send: (path, init) => fetch(url + path, init),
  };
}

/** Whether a body is an envelope. That `data` fits its call is checked by the server itself, which tests switch on. */
function isEnvelope<N extends Name>(_name: N, body: unknown): body is Envelope<Data<N>> {
  return typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'boolean'
    && 'message' in body && typeof body.message === 'string';
}

const hasData = <D>(envelope: Envelope<D>): envelope is Envelope<D> & { data: D } => 'data' in envelope;

function replyOf<N extends Name>(name: N, code: number, body: unknown): TestReply<Data<N>> {
  if (!isEnvelope(name, body)) throw new Error(`${name} answered without an envelope: ${JSON.stringify(body)}`);
  if (body.status && hasData(body)) return { code, status: true, message: body.message, data: body.data };
  return { code, status: false, message: body.message, errors: body.errors ?? {} };
}
