/** Makes calls to a server in tests. */
import type { Data, Name, Sent } from '#contract/index.ts';
import type { Envelope } from '#contract/base/call.ts';
import { requestTo } from './get-calls.ts';
import type { TestPerson } from './people.ts';

/** An answer as it came over the wire; `code` is the HTTP status. */
export type TestReply<D = unknown> =
  | { code: number; status: true; message: string; data: D }
  | { code: number; status: false; message: string; errors: Record<string, string> };

/** The person whose token a call carries; null for none. */
type Caller = { as: TestPerson | null };

/** The ways to call a running server. */
export type TestCalls = {
  /** Makes a call, as the server's owner unless `as` is set. */
  call<N extends Name>(name: N, input: Sent<N>, caller?: Caller): Promise<TestReply<Data<N>>>;
  /** Makes a call that must succeed; answers its data. */
  ask<N extends Name>(name: N, input: Sent<N>, caller?: Caller): Promise<Data<N>>;
  /** Logs in with a password, which must be sufficient; answers the session. */
  logIn(person: { email: string; password: string }): Promise<Data<'login-code'>>;
  /** Makes a call as multipart, with `file` under its field. */
  upload<N extends Name>(
    name: N,
    fields: Readonly<Record<string, string>>,
    file: { field: string; name: string; bytes: Buffer },
    caller?: Caller,
  ): Promise<TestReply<Data<N>>>;
  /** Sends any request, also those that no well-behaved caller sends. */
  send(path: string, init?: RequestInit): Promise<Response>;
};

/** The ways to call the server at `url`, as its `owner` by default. */
export function callsTo(url: string, owner: TestPerson): TestCalls {
  const post = async <N extends Name>(
    name: N,
    body: RequestInit,
    { as }: Caller = { as: owner },
  ): Promise<TestReply<Data<N>>> => {
    const headers = new Headers(body.headers);
    if (as !== null) headers.set('authorization', as.token);
    const response = await requestTo(url, `/api/${name}`, { ...body, method: 'POST', headers });
    return replyOf(name, response.status, await response.json());
  };
  const call: TestCalls['call'] = (name, input, caller) =>
    post(name, { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }, caller);
  const ask: TestCalls['ask'] = async (name, input, caller) => {
    const reply = await call(name, input, caller);
    if (!reply.status)
      throw new Error(`${name} answered ${reply.code}: ${reply.message} ${JSON.stringify(reply.errors)}`);
    return reply.data;
  };
  return {
    call,
    ask,
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
    send: (path, init) => requestTo(url, path, init),
  };
}

/** Whether a body is an envelope. The server itself checks that `data` fits its call, which tests switch on. */
function isEnvelope<N extends Name>(_name: N, body: unknown): body is Envelope<Data<N>> {
  return (
    typeof body === 'object' &&
    body !== null &&
    'status' in body &&
    typeof body.status === 'boolean' &&
    'message' in body &&
    typeof body.message === 'string'
  );
}

const hasData = <D>(envelope: Envelope<D>): envelope is Envelope<D> & { data: D } => 'data' in envelope;

function replyOf<N extends Name>(name: N, code: number, body: unknown): TestReply<Data<N>> {
  if (!isEnvelope(name, body)) throw new Error(`${name} answered without an envelope: ${JSON.stringify(body)}`);
  if (body.status && hasData(body)) return { code, status: true, message: body.message, data: body.data };
  return { code, status: false, message: body.message, errors: body.errors ?? {} };
}
