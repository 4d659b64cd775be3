/** A server for tests that try every call: networks that answer at once, and a row of every kind a call may name. */
import { anAi } from '../../content/ai/testing.ts';
import { randomBytes } from 'node:crypto';
import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import { whenDone } from '#db/testing-ends.ts';
import type { Network } from '#networks/network.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { aVendor } from '../../content/stock/testing.ts';
import { aDownloader } from '../../insights/trends/testing.ts';
import { aDeletedItem, aPicture } from '../../content/streams/testing.ts';
import { aFeed } from '../../planning/calendar-feeds/testing.ts';
import { addressOf, openLinkOf } from '../../insights/reports/links.ts';
import { insertPdf } from '../../insights/reports/pdf-queries.ts';
import { insertMembership } from '../../selling/memberships/queries.ts';
import { saveStripe } from '../../selling/stripe/queries.ts';
import { theUpload } from '../../content/uploads/testing.ts';
import { aNetwork } from '../../publishing/testing.ts';
import { somePosts } from '../../planning/posts/testing.ts';
import { aProspect } from '../../insights/prospects/testing.ts';
import { aWatch } from '../../insights/keyword-alerts/testing.ts';
import { aNotification } from '../inbox/testing.ts';
import { aClient, aMember, aServer, type TestPerson, type TestServer } from './server.ts';

/** The fields of a brand kit, without its client. */
export const aKit = {
  colours: { primary: '#112233', secondary: '#445566', accent: '#778899', background: '#ffffff', text: '#000000' },
  fonts: { heading: 'Lora', body: 'Inter' },
} as const;

const connects = (id: Network['id']): Network => ({
  ...aNetwork({ id }).network,
  connect: () =>
    Promise.resolve({
      kind: 'connected',
      account: { externalId: `new-${id}`, username: 'New', profile: {}, credentials: {} },
    }),
});
const joins = (id: Network['id']): Network => ({
  ...aNetwork({ id }).network,
  consent: {
    authorizeUrl: ({ state }) => `https://${id}.test/?state=${state}`,
    complete: () =>
      Promise.resolve({
        kind: 'connected',
        accounts: [{ externalId: `new-${id}`, username: 'New', profile: {}, credentials: {} }],
        next: null,
      }),
  },
});
const app = { clientId: 'app', clientSecret: 'secret' };

/** A server whose networks accept every account and code, and whose sources answer. */
export async function aServerThatTakesAll(options: { clock?: () => Date } = {}): Promise<TestServer> {
  const { config: sources } = await aVendor({ on: ['youtube', 'google-fonts'], matching: 5 });
  const { addresses } = await anAi();
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  whenDone(() => sandbox.stop());
  return aServer({
    ...options,
    networks: {
      telegram: connects('telegram'),
      wordpress: connects('wordpress'),
      medium: connects('medium'),
      youtube: joins('youtube'),
      facebook: joins('facebook'),
      reddit: joins('reddit'),
      vimeo: joins('vimeo'),
      twitter: joins('twitter'),
      linkedin: joins('linkedin'),
    },
    config: {
      addresses: { ...addresses, stripeApiUrl: sandbox.stripeApiUrl },
      apps: { youtube: app, facebook: app, reddit: app, twitter: app, linkedin: app },
      youtubeDownloader: await aDownloader(),
      ...sources,
    },
  });
}

/** The time for which these rows are planned, later than the clock of any test. */
export const at = { schedule_date: '2035-01-01', hours: '10', minutes: '00', timezone: 'UTC', re_purpose: 0 } as const;
/** The input of a daily schedule at that time. */
export const order = { ...at, schedule_type: 'daily' } as const;

let resellers = 0;

/**
 * A row of every kind that a call may name, created through the calls and named `word`; its second delivery has failed.
 */
export async function agencyRows(server: TestServer, { owner, word }: { owner: TestPerson; word: string }) {
  const as = { as: owner };
  const client = await aClient(server.db, owner, { name: word });
  const member = await aMember(server.db, owner, { name: word });
  resellers += 1;
  const { id: sold } = await server.ask(
    'reseller',
    { name: word, email: `sold-${resellers}@example.test`, password: 'Sunny-Day1!' },
    as,
  );
  const account = await server.ask('connect-telegram', { user_id: client.id, chat_id: '1', bot_token: 't' }, as);
  const [texts] = await server.ask('content-stream', { type: 'text', title: word, description: word }, as);
  const [pictures] = await server.ask('content-stream', { type: 'image', title: word, description: word }, as);
  const stream = texts?.id ?? '';
  const [first, second] = await server.ask(
    'text-stream',
    { content_stream_id: stream, description: JSON.stringify([{ value: word }, { value: word }]) },
    as,
  );
  const { id: schedule } = await server.ask(
    'save-scheduler',
    { ...order, user_client_id: client.id, content_stream_id: stream, social_accounts: [account.id] },
    as,
  );
  const { items } = await server.ask('fetch-scheduler', { id: schedule }, as);
  const delivery = items[1]?.social_networks[0]?.delivery_id ?? '';
  await server.db.pool.query(`update deliveries set state = 'failed', next_at = 'infinity' where id = $1`, [delivery]);
  const { url: kept, id: keptFile } = await aKeptPicture(server, owner, 64);
  const { id: video } = await server.ask(
    'save-video',
    { name: word, client_id: client.id, tiles: [{ file_url: kept, poster: kept, text: word }] },
    as,
  );
  const { id: rendering } = await server.ask(
    'save-video',
    { name: word, client_id: client.id, type: 'render', tiles: [{ file_url: kept, text: word }] },
    as,
  );
  const { id: design } = await server.ask(
    'save-thumbnail',
    { name: word, client_id: client.id, data: JSON.stringify({ version: 1, picture: kept, text: word }) },
    as,
  );
  const { id: drawing } = await server.ask('draw-design', { id: design, width: 64, height: 64 }, as);
  await server.ask('save-kit', { ...aKit, client_id: client.id, logo: kept }, as);
  const pour = { id: design, rows: [{ texts: {} }], stream_title: word };
  const { id: batch } = await server.ask('pour-design', pour, as);
  const { id: stopped, items: drawings } = await server.ask('pour-design', pour, as);
  await server.ask('cancel-batch', { id: stopped }, as);
  const unfit = drawings[0]?.id ?? '';
  await server.db.pool.query(`update batch_items set state = 'unfit' where id = $1`, [unfit]);
  const { id: pronunciation } = await server.ask(
    'save-pronunciation',
    { client_id: client.id, written: word, spoken: word },
    as,
  );
  const { id: idea } = await server.ask('save-idea', { client_id: client.id, title: word, words: word }, as);
  return {
    client: client.id,
    member: member.id,
    sold,
    account: account.id,
    link: (await server.ask('make-connect-link', { client_id: client.id }, as)).link.id,
    feed: await aFeed(server, { owner, clientId: client.id }),
    ...(await aReport(server, { owner, clientId: client.id })),
    ...(await aSale(server, { owner, word })),
    stream,
    pictures: pictures?.id ?? '',
    items: [first?.id ?? '', second?.id ?? ''],
    ...(await aDeletedItem(server, as)),
    schedule,
    occurrence: items[0]?.id ?? '',
    failed: items[1]?.id ?? '',
    delivery,
    kept,
    keptFile,
    unused: (await aKeptPicture(server, owner, 65)).id,
    video,
    rendering,
    design,
    drawing,
    batch,
    stopped,
    unfit,
    pronunciation,
    idea,
    ...(await somePosts(server, { owner, clientId: client.id, accountId: account.id, word })),
    ...(await aWatch(server, { owner, clientId: client.id, mailedId: client.id, word })),
    ...(await aProspect(server, { owner, word })),
    people: { client, member },
  };
}

/** A picture in the agency's library, `width` px wide; each width is another file. */
async function aKeptPicture(server: TestServer, owner: TestPerson, width: number) {
  const file = { field: 'file', name: 'photo.png', bytes: await aPicture('png', { width, height: 48 }) };
  const reply = await server.upload('upload-file', { file_type: 'image' }, file, { as: owner });
  if (!reply.status) throw new Error(reply.message);
  return reply.data;
}

/** A key that the sandbox's Stripe accepts. */
export const stripeKey = 'sk_test_sandboxSunriseSecretKey0001';

/** Two Stripe accounts, one of which sells a membership, and a buyer of it. */
async function aSale({ db, services }: TestServer, { owner, word }: { owner: TestPerson; word: string }) {
  const { agencyId } = owner;
  const now = services.clock();
  const { stripe, spare, membership } = await db.asAgency(agencyId, async (tx) => {
    const connect = (endpoint: string) =>
      saveStripe(tx, services.secrets, {
        agencyId,
        name: word,
        key: stripeKey,
        endpoint: { id: `we_${endpoint}_${word}`, secret: 'whsec_x', replaces: [] },
        rights: [],
        now,
      });
    const [selling, idle] = [await connect('one'), await connect('two')];
    const terms = { name: word, priceCents: 1900, period: 'monthly', plans: 'dfy' } as const;
    const sold = { stripeAccountId: selling.id, productId: 'prod_none', priceId: 'price_none' };
    const id = await insertMembership(tx, { ...terms, ...sold, agencyId, now });
    return { stripe: selling.id, spare: idle.id, membership: id };
  });
  const { rows } = await db.pool.query<{ id: string }>(
    `with sold as (insert into agencies (name, seller_agency_id) values ($1, $2) returning id)
     insert into users (agency_id, role, name, email, is_white_label)
     select sold.id, 'owner', $1, 'buyer-' || sold.id || '@example.test', true from sold returning id::text`,
    [word, agencyId],
  );
  return { stripe, spare, membership, buyer: rows[0]?.id ?? '' };
}

/** The month of the report among the rows. */
export const reportMonth = { month: '01', year: '2026' } as const;

/** A client's report with its page and a PDF that is ready. */
async function aReport({ db, services }: TestServer, { owner, clientId }: { owner: TestPerson; clientId: string }) {
  const which = { agencyId: owner.agencyId, clientId, month: `${reportMonth.year}-${reportMonth.month}` };
  const now = services.clock();
  const { page, pdf, address } = await db.asAgency(owner.agencyId, async (tx) => {
    const link = await openLinkOf(tx, { ...which, means: services, madeBy: owner.id, now });
    return {
      page: link,
      address: await addressOf(tx, { ...which, means: services, row: link.row }),
      pdf: await insertPdf(tx, { ...which, madeBy: owner.id, now }),
    };
  });
  await db.pool.query(
    `update report_pdfs set state = 'ready', object_name = 'export-' || id || '.pdf', expires_at = '2100-01-01'
     where id = $1`,
    [pdf?.id],
  );
  const reportToken = address.split('/').at(-1) ?? '';
  return { reportLink: page.row.id, reportPdf: pdf?.id ?? '', reportToken };
}

/**
 * The rows of one person: another session, and visits to YouTube and Facebook for a client, up to the redirect back.
 */
export async function personalRows(server: TestServer, { person, clientId }: { person: TestPerson; clientId: string }) {
  const [youtube, facebook] = [
    await aVisit(server, { person, clientId, network: 'youtube' }),
    await aVisit(server, { person, clientId, network: 'facebook' }),
  ];
  await server.ask('facebook-targets', { state: facebook, code: 'c' }, { as: person });
  const upload = person.role === 'client' ? '1' : await theUpload(server, person);
  const notification = await aNotification(server.db, { person, clientId });
  return { session: await anotherSession(server, person), youtube, facebook, upload, notification };
}

/** The id of a session in which a person is signed in elsewhere. */
export async function anotherSession({ db }: TestServer, person: TestPerson): Promise<string> {
  const {
    rows: [session],
  } = await db.pool.query<{ id: string }>(
    `insert into sessions (agency_id, user_id, token_hash, expires_at) values ($1, $2, sha256($3::bytea),
      '2100-01-01') returning id`,
    [person.agencyId, person.id, randomBytes(32)],
  );
  return session?.id ?? '';
}

/** The key that identifies a person's visit to a network. */
export const keyOfVisit = (network: ConsentNetwork): string => `key-of-a-visit-${network}`;

/** A visit to a network's consent page for a client, up to the redirect back: its `state`. */
export async function aVisit(
  server: TestServer,
  { person, clientId, network }: { person: TestPerson; clientId: string; network: ConsentNetwork },
): Promise<string> {
  const typed = network === 'vimeo' ? { client_id: 'app', client_secret: 'secret' } : {};
  const { url } = await server.ask(
    'connect-ticket',
    { network, user_id: clientId, key: keyOfVisit(network), ...typed },
    { as: person },
  );
  const location = (await server.send(url, { redirect: 'manual' })).headers.get('location') ?? '';
  return new URL(location).searchParams.get('state') ?? '';
}

/** The rows of an agency and those of its owner. */
export async function rowsOf(server: TestServer, given: { owner: TestPerson; word: string }) {
  const { people: _, ...rows } = await agencyRows(server, given);
  return { ...rows, ...(await personalRows(server, { person: given.owner, clientId: rows.client })) };
}

/** The ids and tokens from which valid input of a call is built. */
export type Rows = Awaited<ReturnType<typeof rowsOf>>;
