/** Adds what the help's pictures need to the agency of the video tour, through the product's own calls. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Data, Name, Sent } from '#contract/index.ts';
import { owner, timezone, type TourProduct } from '../make-tour/product.ts';

const drawings = new URL('../../server/app/sample/pictures/', import.meta.url);
const bakes = [
  { name: 'loaf', title: 'The morning loaf', text: 'Our country loaf is on the shelf from 7:00.' },
  { name: 'croissants', title: 'Butter, flour and patience', text: 'Eighty-one layers in every croissant.' },
  { name: 'cinnamon-rolls', title: 'Cinnamon roll Friday', text: 'Still warm, still sticky. Take four.' },
  { name: 'berry-tart', title: 'Berries are back', text: 'The first berries of the season, on vanilla cream.' },
] as const;

/**
 * Adds a bakery that approves its posts, with a stream and a schedule, a team member, and library files. Throws if a
 * call is refused.
 */
export async function addToAgency(product: TourProduct): Promise<void> {
  const session = await send(product, 'login', owner);
  if (!('token' in session)) throw new Error('the owner of the tour’s product has two-step log-in on');
  const { token } = session;
  const ask = <N extends Name>(name: N, input: Sent<N>) => send(product, name, input, { token });

  for (const name of ['harbor-morning', 'coffee-beans'])
    await send(product, 'upload-file', { file_type: 'image' }, { token, file: await drawing(name) });
  await ask('create-client', {
    name: 'Tom',
    email: 'tom@agency.example',
    password: owner.password,
    type: 'team_member',
    send: false,
  });
  const [bakery] = await ask('add-app-client', {
    name: 'Sunrise Bakery',
    email: 'emma@sunrise-bakery.example',
    password: owner.password,
    earning: 450,
    frequency: 'monthly',
    approval: 'client',
    send: false,
  });
  const [stream] = await ask('content-stream', {
    type: 'image',
    title: 'Fresh from the oven',
    tags: 'bakery, bread',
    description: 'Pictures of what comes out of the oven this week.',
  });
  if (bakery === undefined || stream === undefined) throw new Error('the answer is an empty list');
  for (const { name, title, text } of bakes)
    await send(
      product,
      'stream',
      { content_stream_id: stream.id, title, description: text },
      { token, file: await drawing(name) },
    );
  const account = await ask('connect-telegram', {
    user_id: bakery.id,
    chat_id: '@sunrise_bakery',
    bot_token: '7100000001:AAsunriseBakerySandboxKey0000000001',
  });
  await ask('save-scheduler', {
    user_client_id: bakery.id,
    content_stream_id: stream.id,
    social_accounts: [account.id],
    schedule_date: '2027-03-02',
    hours: '10',
    minutes: '00',
    timezone,
    re_purpose: 0,
    schedule_type: 'daily',
  });
}

async function drawing(name: string): Promise<File> {
  const bytes = await sharp(await readFile(new URL(`${name}.svg`, drawings)))
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], `${name}.png`, { type: 'image/png' });
}

// The tests of every call prove that `data` fits its call.
const isAccepted = <N extends Name>(_name: N, body: unknown): body is { data: Data<N> } =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === true && 'data' in body;

async function send<N extends Name>(
  { url }: TourProduct,
  name: N,
  input: Sent<N>,
  { token, file }: { token?: string; file?: File } = {},
): Promise<Data<N>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: file === undefined ? { ...headers, 'content-type': 'application/json' } : headers,
    body:
      file === undefined
        ? JSON.stringify(input)
        : formOf(input, { field: name === 'stream' ? 'stream' : 'file', file }),
  });
  const body: unknown = await response.json();
  if (!isAccepted(name, body)) throw new Error(`${name} answered ${JSON.stringify(body)}`);
  return body.data;
}

function formOf(input: object, { field, file }: { field: string; file: File }): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, String(value));
  form.append(field, file);
  return form;
}
