import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { instantToLocal } from '#rules/planning.ts';
import { fillAgency, openRig, type Rig } from './rig.ts';
import { atMost, ms, quantile, type Figure } from './table.ts';

const posts = 200;
const timezone = 'Europe/Berlin';
const today = instantToLocal(new Date(), timezone).slice(0, 10);
const saved = z.object({ data: z.object({ draft_id: z.string(), version: z.string() }) });

/** A person writes posts one after the other: saves each twice, checks it and plans it at five accounts. */
export async function measure(): Promise<Figure[]> {
  const rig = await openRig();
  try {
    const { agencyId } = rig.owner;
    await fillAgency(rig.db, { agencyId, schedules: 26, from: `${today.slice(0, 7)}-01` });
    const { clientId, accountIds } = await aClient(rig, agencyId);
    const times = {
      first: new Array<number>(),
      again: new Array<number>(),
      check: new Array<number>(),
      plan: new Array<number>(),
    };
    const timed = async (kind: keyof typeof times, name: string, input: object): Promise<unknown> => {
      const from = performance.now();
      const answer = await ask(rig, name, input);
      times[kind].push(performance.now() - from);
      return answer;
    };
    for (let number = 0; number < posts; number += 1) {
      const content = { client_id: clientId, account_ids: accountIds, words: `We open at ${number}. #longtable` };
      const when = {
        date: `${Number(today.slice(0, 4)) + 1}-03-${String(1 + (number % 28)).padStart(2, '0')}`,
        time: '09:00',
        timezone,
      };
      const { draft_id: id, version } = saved.parse(
        await timed('first', 'save-post', { ...content, when, save_key: randomUUID() }),
      ).data;
      const words = `${content.words}, twelve seats`;
      const again = saved.parse(
        await timed('again', 'save-post', { ...content, when, words, draft_id: id, version }),
      ).data;
      await timed('check', 'check-post', { ...content, words, when, draft_id: id });
      await timed('plan', 'schedule-post', {
        draft_id: id,
        version: again.version,
        client_id: clientId,
        account_ids: accountIds,
        when: { kind: 'at', ...when },
        confirm: true,
      });
    }
    const several = await planSeveral(rig, { clientId, accountIds: accountIds.slice(0, 3) });
    const p95 = (kind: keyof typeof times): number => quantile(times[kind], 0.95);
    return [
      atMost('save-post, the first time: p95', p95('first'), 60, ms),
      atMost('save-post, words changed: p95', p95('again'), 60, ms),
      atMost('check-post: p95', p95('check'), 50, ms),
      atMost('schedule-post to 5 accounts: p95', p95('plan'), 100, ms),
      atMost('plan-posts of 100 rows to 3 accounts: median', several, 800, ms),
    ];
  } finally {
    await rig.stop();
  }
}

/** The median time of planning a hundred posts in one call, ms. */
async function planSeveral(
  rig: Rig,
  { clientId, accountIds }: { clientId: string; accountIds: readonly string[] },
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const rows = Array.from({ length: 100 }, (_none, number) => ({
      save_key: randomUUID(),
      account_ids: accountIds,
      words: `Round ${round}, row ${number}: twelve seats`,
      when: {
        date: `${Number(today.slice(0, 4)) + 2}-0${1 + round}-${String(1 + (number % 28)).padStart(2, '0')}`,
        time: `${String(6 + Math.floor(number / 28)).padStart(2, '0')}:00`,
        timezone,
      },
    }));
    const from = performance.now();
    await ask(rig, 'plan-posts', { client_id: clientId, posts: rows });
    times.push(performance.now() - from);
  }
  return quantile(times, 0.5);
}

async function aClient(rig: Rig, agencyId: string): Promise<{ clientId: string; accountIds: string[] }> {
  const { rows } = await rig.db.pool.query<{ client_id: string; id: string }>(
    `with client as (select id from users where agency_id = $1 and role = 'client' order by id limit 1),
     fifth as (
       insert into social_accounts (agency_id, user_id, network, external_id, username, credentials)
       select $1, id, 'telegram', 'fifth', 'account 5', '' from client)
     select id as client_id, id from client`,
    [agencyId],
  );
  const clientId = rows[0]?.client_id ?? '';
  const accounts = await rig.db.pool.query<{ id: string }>(
    'select id from social_accounts where user_id = $1 order by id limit 5',
    [clientId],
  );
  return { clientId, accountIds: accounts.rows.map(({ id }) => id) };
}

async function ask({ url, owner }: Rig, name: string, input: object): Promise<unknown> {
  const answer = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { authorization: owner.token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(input),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}
