import type { Sent } from '#contract/index.ts';
import { aNetwork, aWorker } from '../../publishing/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';

/** Opens a database for the calling test file; returns it and a function that arranges a plan in it. */
export async function aPausingServer() {
  const time = { now: new Date('2026-06-01T08:00:00Z') };
  const outside = aNetwork();
  const connects = {
    ...outside.network,
    connect: (fields: Readonly<Record<string, string>>) =>
      Promise.resolve({
        kind: 'connected' as const,
        account: {
          externalId: fields['chat_id'] ?? '',
          username: `Chat ${fields['chat_id']}`,
          profile: {},
          credentials: {},
        },
      }),
  };
  /** The server of the file that imports this, with a network that posts at once. */
  const server = await aServer({ networks: { telegram: connects }, clock: () => time.now });
  /** Its clock, which stands still by itself. */
  const clock = {
    now: () => time.now,
    pass: (seconds: number) => {
      time.now = new Date(time.now.getTime() + seconds * 1000);
    },
    set: (now: Date) => {
      time.now = now;
    },
  };
  /** A worker that publishes by that clock. */
  const worker = aWorker(server.db, { networks: { telegram: connects }, clock });
  let chats = 0;

  /** A client with an account and three posts, an hour apart from an hour from now on. */
  async function aPlannedClient(name = 'Bakery') {
    const client = await aClient(server.db, server.owner, { name });
    chats += 1;
    const account = await server.ask('connect-telegram', {
      user_id: client.id,
      chat_id: String(chats),
      bot_token: 't',
    });
    const [stream] = await server.ask('content-stream', { type: 'text', title: 'Daily', description: 'Words' });
    const words = ['One', 'Two', 'Three'].map((value) => ({ value: `${name} ${value}` }));
    await server.ask('text-stream', { content_stream_id: stream?.id ?? '', description: JSON.stringify(words) });
    const at = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const { id: schedule } = await server.ask('save-scheduler', {
      user_client_id: client.id,
      content_stream_id: stream?.id ?? '',
      social_accounts: [account.id],
      schedule_date: at.slice(0, 10),
      hours: at.slice(11, 13),
      minutes: at.slice(14, 16),
      timezone: 'UTC',
      re_purpose: 0,
      schedule_type: 'hourly',
    });
    return { client, account, schedule };
  }

  /** Resumes a target as its current preview shows. */
  async function resume(target: Sent<'preview-resume'>, choice: 'publish-now' | 'next-free-times' | 'skip') {
    const { at, fingerprint } = await server.ask('preview-resume', target);
    return server.call('resume-publishing', { ...target, at, fingerprint, choice });
  }

  return { server, clock, worker, aPlannedClient, resume };
}
