import { expect } from '@playwright/test';
import { aPerson } from '#server/app/testing/people.ts';
import { addClient, addStream, callsOf, clientPassword, connect, schedule } from './arrange.ts';
import type { Product } from './product.ts';

/**
 * The owner's agency with a member, two clients, accounts, a stream of every type, and schedules that are posted,
 * failed, uncertain, waiting and to come.
 */
export async function aFullAgency(product: Product) {
  const calls = await callsOf(product);
  const me = await calls.ask('fetch-user', {});
  const agencyId = await product.services.db.asSystem(
    async (tx) =>
      (await tx.selectFrom('users').select('agency_id').where('id', '=', me.id).executeTakeFirstOrThrow()).agency_id,
  );
  const member = { email: 'max@agency.test', password: 'Member&Pass1!' };
  await aPerson(product.services.db, {
    role: 'member',
    agencyId,
    name: 'Max Member',
    membership: 'dfy__enterprise',
    ...member,
  });
  const client = { email: 'anna@sunrise.test', password: clientPassword };

  const clientId = await addClient(calls, { name: 'Sunrise Bakery', email: client.email });
  const harborId = await addClient(calls, { name: 'Harbor Coffee Roasters and Friends of the Long Quay' });
  const telegram = await connect(calls, product, { clientId, network: 'telegram' });
  const wordpress = await connect(calls, product, { clientId, network: 'wordpress' });
  const medium = await connect(calls, product, { clientId, network: 'medium' });
  const harbor = await calls.ask('connect-telegram', {
    user_id: harborId,
    chat_id: '-1001000000002',
    bot_token: '7100000002:AAharborCoffeeSandboxKey00000000002',
  });

  const streams = {
    image: await addStream(calls, {
      type: 'image',
      title: 'Fresh from the oven',
      items: ['Morning loaf', 'Butter croissants', 'Cinnamon rolls'],
    }),
    video: await addStream(calls, { type: 'video', title: 'Behind the counter', items: ['Kneading'] }),
    text: await addStream(calls, { type: 'text', title: 'Notes of the day', items: ['Good morning', 'Good night'] }),
    formatted: await addStream(calls, {
      type: 'formatted',
      title: 'The bread journal',
      items: ['Why sourdough takes its time', 'A day at the bakery'],
    }),
  };
  const failing = await addStream(calls, { type: 'text', title: 'Texts that fail', items: ['sandbox-parse-error'] });
  const unsure = await addStream(calls, {
    type: 'text',
    title: 'Texts nobody is sure of',
    items: ['sandbox-cut-after'],
  });
  const refused = await addStream(calls, {
    type: 'text',
    title: 'Texts that cannot go out now',
    items: ['sandbox-kicked'],
  });
  await addStream(calls, { type: 'image', title: 'Nothing in it yet', items: [] });

  const soon = { inMinutes: 1 };
  const schedules = {
    posted: await schedule(calls, product, {
      clientId,
      streamId: streams.text,
      accountIds: [telegram, wordpress],
      ...soon,
    }),
    failed: await schedule(calls, product, { clientId, streamId: failing, accountIds: [telegram], ...soon }),
    uncertain: await schedule(calls, product, { clientId, streamId: unsure, accountIds: [medium], ...soon }),
    waiting: await schedule(calls, product, {
      clientId: harborId,
      streamId: refused,
      accountIds: [harbor.id],
      ...soon,
    }),
    toCome: await schedule(calls, product, {
      clientId,
      streamId: streams.image,
      accountIds: [telegram, wordpress],
      frequency: 'daily',
      repurpose: true,
    }),
    formatted: await schedule(calls, product, {
      clientId,
      streamId: streams.formatted,
      accountIds: [wordpress, medium],
      frequency: 'daily',
    }),
  };
  await product.passTime({ minutes: 2 });
  const stateOf = async (id: string) =>
    (await calls.ask('fetch-scheduler', { id })).items[0]?.social_networks.map(({ state }) => state).join();
  await expect
    .poll(
      async () =>
        (await stateOf(schedules.posted)) === 'published,published' &&
        (await stateOf(schedules.failed)) === 'failed' &&
        (await stateOf(schedules.uncertain)) === 'uncertain' &&
        (await stateOf(schedules.waiting)) === 'waiting',
      { message: 'one is posted, one failed, one uncertain, one waits for its account' },
    )
    .toBeTruthy();
  const uncertainDelivery =
    (await calls.ask('fetch-scheduler', { id: schedules.uncertain })).items[0]?.social_networks[0]?.delivery_id ?? '';
  // From now on the client approves: one post waits, one was sent back with a comment, one is approved, and the client
  // has a connect link.
  await calls.ask('edit-app-client-account', {
    id: clientId,
    name: 'Sunrise Bakery',
    earning: 100,
    frequency: 'monthly',
    approval: 'client',
    approval_covers: false,
  });
  const words = await addStream(calls, {
    type: 'text',
    title: 'Words to agree on',
    items: ['Our new oven', 'Opening hours', 'A holiday'],
  });
  const asking = await schedule(calls, product, {
    clientId,
    streamId: words,
    accountIds: [telegram, wordpress],
    inMinutes: 180,
    frequency: 'daily',
  });
  const asClient = await callsOf(product, client);
  const [first, second] = (await asClient.ask('fetch-approvals', {})).items;
  if (first && second) {
    await asClient.ask('approve-posts', {
      posts: [{ id: first.id, fingerprint: first.fingerprint, decision: first.decision }],
    });
    await asClient.ask('send-back-post', {
      id: second.id,
      fingerprint: second.fingerprint,
      decision: second.decision,
      comment: 'Please say the opening hours of Sunday, too.',
    });
  }
  const { url } = await calls.ask('make-connect-link', { client_id: clientId });
  const connectPath = new URL(url ?? product.url).pathname;
  return {
    records: { clientId, streams, schedules: { ...schedules, asking }, uncertainDelivery, connectPath },
    member,
    client,
  };
}

/** What a full agency has: the ids of its records, and people who sign in. */
export type FullAgency = Awaited<ReturnType<typeof aFullAgency>>;
