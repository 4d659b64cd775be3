import { instantToLocal } from '#rules/planning.ts';
import { aPerson } from '#server/app/testing/people.ts';
import { alternating } from './alternating.ts';
import { fillAgency, openRig, type Rig } from './rig.ts';
import { atMost, ms, reported, type Figure } from './table.ts';

/**
 * Schedules of the agency that reads (26 clients with 1,040 deliveries) and of the other one (a million deliveries).
 */
const own = 26;
const others = 25_000;
const timezone = 'Europe/Berlin';
const today = instantToLocal(new Date(), timezone).slice(0, 10);
const from = `${today.slice(0, 7)}-01`;
const to = instantToLocal(new Date(Date.parse(`${from}T12:00Z`) + 31 * 86_400_000), timezone).slice(0, 10);
const month = { from, to, timezone };

/** The calls that are made to a rig, by name. */
type Shots = Readonly<Record<string, () => Promise<void>>>;

/** The calendar's calls, one after the other, with and without a million deliveries of another agency. */
export async function measure(): Promise<Figure[]> {
  const [small, large] = [await openRig(), await openRig()];
  try {
    const [few, many] = [await shotsOf(small), await shotsOf(large)];
    const { agencyId } = await aPerson(large.db, { role: 'owner' });
    await fillAgency(large.db, { agencyId, schedules: others, from });
    await addDrafts(large, agencyId);
    const figures: Figure[] = [];
    for (const [name, shot] of Object.entries(few)) {
      const beside = many[name];
      if (beside === undefined) throw new Error(`${name} is not asked for twice`);
      const [atFew, atMany] = await alternating(shot, beside);
      figures.push(
        reported(`${name}: p50 at 1,000 / among 1,000,000`, `${ms(atFew)} / ${ms(atMany)}`),
        atMost('the second against the first', atMany / atFew, 1.3, (ratio) => `${ratio.toFixed(2)} times`),
      );
    }
    return figures;
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

async function shotsOf(rig: Rig): Promise<Shots> {
  const { agencyId } = rig.owner;
  await fillAgency(rig.db, { agencyId, schedules: own, from });
  await addDrafts(rig, agencyId);
  const clientId = await aClientOf(rig, agencyId);
  const [everybody, one] = [await aFeed(rig, 'all'), await aFeed(rig, clientId)];
  return {
    'fetch-calendar, a month': () => ask(rig, 'fetch-calendar', { ...month, per_day: 4 }),
    'fetch-calendar, a month of one client': () =>
      ask(rig, 'fetch-calendar', { ...month, per_day: 4, client_id: clientId }),
    'fetch-gaps': () => ask(rig, 'fetch-gaps', month),
    'fetch-gaps of one client': () => ask(rig, 'fetch-gaps', { ...month, client_id: clientId }),
    'fetch-drafts of a month': () => ask(rig, 'fetch-drafts', { between: month }),
    'feed of all clients': () => read(rig, everybody),
    'feed of one client': () => read(rig, one),
  };
}

async function aClientOf({ db }: Rig, agencyId: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select min(id) as id from users where agency_id = $1 and role = 'client'`,
    [agencyId],
  );
  return rows[0]?.id ?? '';
}

/** Four drafts of each client. */
async function addDrafts({ db }: Rig, agencyId: string): Promise<void> {
  await db.pool.query(
    `insert into drafts (agency_id, client_id, title, words, account_ids, local_at, timezone, due_at, created_at)
    select $1, u.id, 'Draft', 'Words', '{}', $2::text, 'UTC',
      ($2::text::timestamp at time zone 'UTC') + n * interval '7 days',
      now()
    from users u, generate_series(1, 4) n where u.agency_id = $1 and u.role = 'client'`,
    [agencyId, `${from} 10:00`],
  );
  await db.pool.query('vacuum analyze drafts');
}

async function post({ url, owner }: Rig, name: string, input: unknown): Promise<Response> {
  const answer = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { authorization: owner.token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const ask = async (rig: Rig, name: string, input: unknown): Promise<void> => {
  await (await post(rig, name, input)).text();
};

async function aFeed(rig: Rig, clientId: string): Promise<string> {
  const text = await (await post(rig, 'make-calendar-feed', { client_id: clientId })).text();
  const path = /\/calendar\/[^"]+\.ics/.exec(text)?.[0];
  if (path === undefined) throw new Error(`no address of a feed in ${text}`);
  return path;
}

async function read({ url }: Rig, path: string): Promise<void> {
  const answer = await fetch(`${url}${path}`);
  const text = await answer.text();
  if (!answer.ok || !text.includes('BEGIN:VEVENT')) throw new Error(`${path} answered ${answer.status}`);
}
