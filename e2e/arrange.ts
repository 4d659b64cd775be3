/** The rows a test starts with, created through the product's own calls. */
import type { Data, Name, Sent } from '#contract/index.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { instantToLocal } from '#rules/planning.ts';
import { aPicture, aVideo } from '#server/content/streams/testing.ts';
import { owner, type Product } from './product.ts';

/** Makes calls as one signed-in person; a refused call throws. */
export type Caller = {
  token: string;
  ask<N extends Name>(name: N, input: Sent<N>): Promise<Data<N>>;
  /** `description` is 'About <name>' unless given. */
  upload(streamId: string, file: { name: string; bytes: Buffer; description?: string }): Promise<void>;
};

// The server of a test checks that `data` fits its call.
const isAccepted = <N extends Name>(_name: N, body: unknown): body is { data: Data<N> } =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === true && 'data' in body;

/** Signs a person in, the owner by default, and returns the calls of that person. */
export async function callsOf(product: Product, person: { email: string; password: string } = owner): Promise<Caller> {
  const session = await send<'login'>(product, 'login', {
    body: JSON.stringify(person),
    headers: { 'content-type': 'application/json' },
  });
  if (!('token' in session)) throw new Error(`${person.email} has two-step log-in on`);
  const { token } = session;
  return {
    token,
    ask: (name, input) =>
      send(product, name, {
        body: JSON.stringify(input),
        headers: { 'content-type': 'application/json', authorization: token },
      }),
    upload: async (streamId, { name, bytes, description = `About ${name}` }) => {
      const form = new FormData();
      form.append('content_stream_id', streamId);
      form.append('title', name.replace(/\.\w+$/, ''));
      form.append('description', description);
      form.append('stream', new Blob([new Uint8Array(bytes)]), name);
      await send(product, 'stream', { body: form, headers: { authorization: token } });
    },
  };
}

async function send<N extends Name>({ url }: Product, name: N, request: RequestInit): Promise<Data<N>> {
  const text = await (await fetch(`${url}/api/${name}`, { ...request, method: 'POST' })).text();
  const body: unknown = JSON.parse(text);
  if (!isAccepted(name, body)) throw new Error(`${name} answered ${text}`);
  return body.data;
}

/** Adds a client to the owner's agency and returns its id. Its password is `clientPassword`. */
export async function addClient({ ask }: Caller, client: { name: string; email?: string }): Promise<string> {
  const email = client.email ?? `${client.name.toLowerCase().replaceAll(' ', '.')}@client.test`;
  const [added] = await ask('add-app-client', {
    name: client.name,
    email,
    password: clientPassword,
    earning: 100,
    frequency: 'monthly',
    send: false,
  });
  return idOf(added);
}

/** The password of every client that `addClient` adds. */
export const clientPassword = 'Client&Pass1!';

/** Connects a sandbox account to a client and returns its id. The keys are from sandbox/README.md. */
export async function connect(
  { ask }: Caller,
  { sandbox }: Product,
  { clientId, network }: { clientId: string; network: 'telegram' | 'wordpress' | 'medium' },
): Promise<string> {
  switch (network) {
    case 'telegram':
      return (
        await ask('connect-telegram', {
          user_id: clientId,
          chat_id: '@sunrise_bakery',
          bot_token: '7100000001:AAsunriseBakerySandboxKey0000000001',
        })
      ).id;
    case 'wordpress':
      return (
        await ask('save-wordpress', {
          user_id: clientId,
          url: `${sandbox.wordpressUrl}/sunrise-blog`,
          username: 'editor',
          password: 'abcd efgh ijkl mnop qrst uvwx',
        })
      ).id;
    case 'medium':
      return (
        await ask('save-medium', {
          user_id: clientId,
          access_token: '2f6a0c9d41b84e7793d5e0aa11c7b5f08d3e6f4a92b1c0d7e8f5a6b3c4d2e1f09',
        })
      ).id;
    default:
      return network satisfies never;
  }
}

/** Adds a stream with items of these titles and returns its id. Texts say 'About <title>', media are generated. */
export async function addStream(
  { ask, upload }: Caller,
  stream: { type: StreamType; title: string; items: readonly string[] },
): Promise<string> {
  const { type, title, items } = stream;
  const [added] = await ask('content-stream', {
    type,
    title,
    tags: 'spring, news',
    description: `Everything about ${title}`,
  });
  const id = idOf(added);
  if (type === 'text' || type === 'formatted') {
    const texts = items.map((item) => ({
      title: item,
      value: type === 'formatted' ? `<p>About <strong>${item}</strong></p>` : `About ${item}`,
    }));
    if (texts.length > 0) await ask('text-stream', { content_stream_id: id, description: JSON.stringify(texts) });
  } else {
    for (const item of items)
      await upload(
        id,
        type === 'image'
          ? { name: `${item}.png`, bytes: await aPicture('png') }
          : { name: `${item}.mp4`, bytes: await aVideo() },
      );
  }
  return id;
}

const minuteMs = 60_000;

/**
 * Adds a schedule that starts at the first full minute at least `inMinutes` after the product's current time, in the
 * time zone of Berlin, and returns its id.
 */
export async function schedule(
  { ask }: Caller,
  product: Product,
  plan: {
    clientId: string;
    streamId: string;
    accountIds: readonly string[];
    inMinutes?: number;
    frequency?: 'hourly' | 'daily';
    repurpose?: boolean;
  },
): Promise<string> {
  const { clientId, streamId, accountIds, inMinutes = 60, frequency = 'hourly', repurpose = false } = plan;
  // Rounded up: the current minute would be over in a moment.
  const start = new Date(Math.ceil(product.now().getTime() / minuteMs + inMinutes) * minuteMs);
  const [date = '', clock = ''] = instantToLocal(start, 'Europe/Berlin').split(' ');
  const [hours = '', minutes = ''] = clock.split(':');
  const { id } = await ask('save-scheduler', {
    user_client_id: clientId,
    content_stream_id: streamId,
    social_accounts: [...accountIds],
    schedule_date: date,
    hours: hours === '00' ? '24' : hours,
    minutes,
    timezone: 'Europe/Berlin',
    re_purpose: repurpose ? 1 : 0,
    schedule_type: frequency,
  });
  return id;
}

function idOf(row: { id: string } | undefined): string {
  if (row === undefined) throw new Error('the answer is an empty list');
  return row.id;
}
