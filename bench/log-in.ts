import { aPerson, type TestPerson } from '#server/app/testing/people.ts';
import { openRig, type Rig } from './rig.ts';
import { atMost, ms, quantile, reported, type Figure } from './table.ts';

const warmUps = 20;
const rounds = 200;
const password = 'Sunny-Day1!';

/** One kind of call: what is sent in a round, and as which person. */
type Way = { call: string; status: number; input: (round: number) => object; as?: (round: number) => TestPerson };

/**
 * The median time of each kind of call, in milliseconds. Every round makes all of them, each time in a different order.
 */
async function inTurn<Name extends string>(
  { url }: Rig,
  ways: Readonly<Record<Name, Way>>,
): Promise<(name: Name) => number> {
  const named = Object.entries<Way>(ways);
  const seen = new Map<string, number[]>(named.map(([name]) => [name, []]));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const begin = round % named.length;
    for (const [name, { call, status, input, as }] of [...named.slice(begin), ...named.slice(0, begin)]) {
      // Its own address for each try, because at most 25 from one address are allowed.
      const address = `10.${named.findIndex(([other]) => other === name)}.${Math.trunc(round / 250)}.${round % 250}`;
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        authorization: as?.(round).token ?? '',
      };
      const startedAt = performance.now();
      const response = await fetch(`${url}/api/${call}`, {
        method: 'POST',
        body: JSON.stringify(input(round)),
        headers,
      });
      await response.text();
      const took = performance.now() - startedAt;
      if (response.status !== status) throw new Error(`${name}: ${call} answered ${response.status}`);
      if (round >= warmUps) seen.get(name)?.push(took);
    }
  }
  return (name) => quantile(seen.get(name) ?? [], 0.5);
}

const times = (value: number): string => `${value.toFixed(3)} times`;
const apart = (what: string, medians: readonly number[]): Figure =>
  atMost(what, Math.max(...medians) / Math.min(...medians), 1.1, times);

/** Owners, one per round, with the same password, since hashing one for each would take long. */
async function owners(
  { db }: Rig,
  { word, secondFactor = false }: { word: string; secondFactor?: boolean },
): Promise<TestPerson[]> {
  const first = await aPerson(db, { role: 'owner', email: `${word}-0@bench.test`, password });
  const people = [first];
  for (let index = 1; index < warmUps + rounds; index += 1)
    people.push(await aPerson(db, { role: 'owner', email: `${word}-${index}@bench.test` }));
  const ids = people.map(({ id }) => id);
  await db.pool.query(
    'update users set password_hash = (select password_hash from users where id = $1) where id = any($2)',
    [first.id, ids],
  );
  if (secondFactor) {
    await db.pool.query(
      `insert into second_factors (user_id, agency_id, secret, created_at, turned_on_at) select id, agency_id,
        'sealed', now(), now() from users where id = any($1)`,
      [ids],
    );
  }
  return people;
}

const emailOf = (people: readonly TestPerson[], round: number): string => people[round]?.email ?? '';

/**
 * Whether the time of an answer reveals who has an account: wrong passwords, forgotten passwords, another email; 200 of
 * each, interleaved.
 */
export async function measure(): Promise<Figure[]> {
  const rig = await openRig();
  try {
    const known = await owners(rig, { word: 'known' });
    const careful = await owners(rig, { word: 'careful', secondFactor: true });
    const movers = await owners(rig, { word: 'mover' });
    const others = await owners(rig, { word: 'other' });
    const as =
      (people: readonly TestPerson[]) =>
      (round: number): TestPerson =>
        people[round] ?? rig.owner;
    const wrong = (email: (round: number) => string): Way => ({
      call: 'login',
      status: 422,
      input: (round) => ({ email: email(round), password: 'Wrong-Day1!' }),
    });
    const login = await inTurn(rig, {
      unknown: wrong((round) => `nobody-${round}@bench.test`),
      known: wrong((round) => emailOf(known, round)),
      careful: wrong((round) => emailOf(careful, round)),
    });
    const forgot = (email: (round: number) => string): Way => ({
      call: 'forgot-password',
      status: 200,
      input: (round) => ({ email: email(round) }),
    });
    const reset = await inTurn(rig, {
      unknown: forgot((round) => `nobody-${round}@bench.test`),
      known: forgot((round) => emailOf(known, round)),
    });
    const move = (email: (round: number) => string, people: readonly TestPerson[]): Way => ({
      call: 'change-email',
      status: 200,
      input: (round) => ({ email: email(round) }),
      as: as(people),
    });
    const change = await inTurn(rig, {
      free: move((round) => `free-${round}@bench.test`, movers),
      taken: move((round) => emailOf(known, round), others),
    });
    const add = (email: (round: number) => string): Way => ({
      call: 'add-app-client',
      status: 200,
      input: (round) => ({ name: 'Client', email: email(round), password, earning: 0, frequency: 'weekly' }),
    });
    const added = await inTurn(rig, {
      free: { ...add((round) => `client-${round}@bench.test`), as: as(movers) },
      taken: { ...add((round) => emailOf(known, round)), as: as(others) },
    });
    return [
      reported(
        `wrong password, ${rounds} of each: unknown / known / with a second factor, p50`,
        `${ms(login('unknown'))} / ${ms(login('known'))} / ${ms(login('careful'))}`,
      ),
      apart('log-in: the slowest of these against the quickest', [login('unknown'), login('known'), login('careful')]),
      reported('forgotten password: unknown / known, p50', `${ms(reset('unknown'))} / ${ms(reset('known'))}`),
      apart('forgotten password: the slower against the quicker', [reset('unknown'), reset('known')]),
      reported('another email: free / taken, p50', `${ms(change('free'))} / ${ms(change('taken'))}`),
      apart('another email: the slower against the quicker', [change('free'), change('taken')]),
      reported(
        'a client added, whose email is free / taken in another agency, p50',
        `${ms(added('free'))} / ${ms(added('taken'))}`,
      ),
      apart('a client added: the slower against the quicker', [added('free'), added('taken')]),
    ];
  } finally {
    await rig.stop();
  }
}
