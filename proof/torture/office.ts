import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { Random } from '../random.ts';
import type { Stage } from './stage.ts';

/** A person at the web: schedules and stops posts while the server is killed. Unanswered calls are repeated. */
export type Office = {
  /** Works through the remaining wishes without a pause, and returns the answers that the person got. */
  finish(): Promise<OfficeBook>;
};

/** The answers that the person got. */
export type OfficeBook = {
  saved: readonly { streamId: string; accounts: number }[];
  stopped: number;
  unanswered: number;
};

/** One schedule that the person wants: a stream and how many accounts. */
export type Wish = { streamId: string; title: string; accountIds: readonly string[] };

const answer = z.object({ status: z.boolean(), message: z.string(), data: z.unknown() });
type Answer = z.output<typeof answer>;
const list = z.object({ items: z.array(z.object({ id: z.string(), content_stream: z.object({ id: z.string() }) })) });
const detail = z.object({ items: z.array(z.object({ id: z.string() })) });
const stopsAmong = 0.2;
/** The longest time without any answer: a killed server is back within seconds. */
const patienceMs = 90_000;
const tooMany = 429;

/** Starts the person's work on `wishes`, one every `everyMs` or slower; some of them are stopped right away. */
export function openOffice({
  url,
  stage,
  wishes,
  everyMs,
  random,
}: {
  url: string;
  stage: Stage;
  wishes: readonly Wish[];
  everyMs: number;
  random: Random;
}): Office {
  const saved: { streamId: string; accounts: number }[] = [];
  let stopped = 0;
  let unanswered = 0;
  let hurried = false;
  let answeredAt = Date.now();

  /** One call; undefined if there was no answer or an internal error. Throws once this has lasted too long. */
  const ask = async (call: string, input: object): Promise<Answer | undefined> => {
    let instead: string;
    try {
      const response = await fetch(`${url}/api/${call}`, {
        method: 'POST',
        headers: { authorization: stage.owner.token, 'content-type': 'application/json' },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      instead = `${response.status} ${text}`;
      if (response.status < 500 && response.status !== tooMany) {
        answeredAt = Date.now();
        return answer.parse(JSON.parse(text));
      }
    } catch (error) {
      // The server was killed, before or after the action.
      instead = String(error);
    }
    if (Date.now() - answeredAt > patienceMs)
      throw new Error(`the web has answered nothing for ${patienceMs / 1000} s; to ${call} it said: ${instead}`);
    unanswered += 1;
    await sleep(100);
    return undefined;
  };
  const untilAnswered = async (call: string, input: object): Promise<Answer> => {
    for (;;) {
      const answered = await ask(call, input);
      if (answered) return answered;
    }
  };
  const find = async (wish: Wish): Promise<string | undefined> => {
    const { data } = await untilAnswered('fetch-schedulers', { search: wish.title });
    return list.parse(data).items.find(({ content_stream }) => content_stream.id === wish.streamId)?.id;
  };
  const save = async (wish: Wish): Promise<string> => {
    for (;;) {
      const now = new Date().toISOString();
      const answered = await ask('save-scheduler', {
        user_client_id: stage.client.id,
        content_stream_id: wish.streamId,
        social_accounts: wish.accountIds,
        re_purpose: 0,
        schedule_type: 'daily',
        schedule_date: now.slice(0, 10),
        hours: now.slice(11, 13),
        minutes: now.slice(14, 16),
        timezone: 'UTC',
      });
      // The minute has ended meanwhile: the person chooses the current one.
      if (answered?.message === messages.pastTime) continue;
      if (answered?.status === false) throw new Error(`save-scheduler: ${answered.message}`);
      // Without an answer the person checks whether it exists before repeating the call.
      const id = await find(wish);
      if (id !== undefined) return id;
      if (answered) throw new Error('a saved schedule is not in the list');
    }
  };
  const stop = async (scheduleId: string): Promise<void> => {
    const { data } = await untilAnswered('fetch-scheduler', { id: scheduleId });
    const [item] = detail.parse(data).items;
    if (!item) throw new Error('a saved schedule has no item');
    await untilAnswered('delete-scheduled-item', { id: item.id });
    stopped += 1;
  };

  const work = (async () => {
    for (const wish of wishes) {
      const id = await save(wish);
      saved.push({ streamId: wish.streamId, accounts: wish.accountIds.length });
      if (random.next() < stopsAmong) await stop(id);
      if (!hurried) await sleep(random.between(0, 2 * everyMs));
    }
  })();
  work.catch(() => {
    /* rethrown when the end is awaited */
  });
  return {
    finish: async () => {
      hurried = true;
      await work;
      return { saved, stopped, unanswered };
    },
  };
}
