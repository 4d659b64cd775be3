/**
 * The rows that some calls of the matrix need before they can succeed; each function creates them and answers valid
 * input of the call.
 */
import type { Name } from '#contract/index.ts';
import { giveAiKey } from '../../content/ai/testing.ts';
import { insertDeletion } from '../account-data/deletion-queries.ts';
import { insertExport } from '../account-data/export-queries.ts';
import { keepSecret, turnOn } from '../../people/auth/factor-queries.ts';
import { insertLoginLink } from '../../people/auth/link-queries.ts';
import { secretAssociatedData } from '../../people/auth/take-code.ts';
import { codeOf, newSecret, stepAt } from '../../people/auth/totp.ts';
import type { TestPerson, TestServer } from './server.ts';
import type { Caller } from './matrix.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { anUpload, begun } from '../../content/uploads/testing.ts';
import { aPicture } from '../../content/streams/testing.ts';

type Given = {
  server: TestServer;
  caller: Caller;
  /** The owner of the agency that the call is about. */ agency: Caller;
};
type Arrange = (given: Given) => Promise<Readonly<Record<string, unknown>>>;

const ownerOf = ({ agency }: Given): TestPerson => {
  if (agency.as === null) throw new Error('an agency has an owner');
  return agency.as;
};

/** The person who sends a file in pieces: the caller if they are one of the agency's own people, else the owner. */
const senderOf = (given: Given): TestPerson => {
  const [owner, { as }] = [ownerOf(given), given.caller];
  return as !== null && as.agencyId === owner.agencyId && as.role !== 'client' ? as : owner;
};

/** Creates a person's two-step log-in, on or waiting for its first code; answers the code that the app shows. */
async function aFactor({ db, services }: TestServer, person: TestPerson, state: 'on' | 'started'): Promise<string> {
  const now = services.clock();
  const key = { agencyId: person.agencyId, userId: person.id, now };
  const bare = newSecret();
  const secret = services.secrets.seal(bare, secretAssociatedData(person));
  await db.asSystem(async (tx) => {
    await keepSecret(tx, { ...key, secret });
    if (state === 'on') await turnOn(tx, { ...key, secret, step: 1 });
  });
  return codeOf(bare, stepAt(now));
}

const withFactor =
  (state: 'on' | 'started'): Arrange =>
  async ({ server, caller: { as } }) => ({ code: as === null ? '000000' : await aFactor(server, as, state) });

/** Creates a white label of the agency that the call is about, whose domain waits; answers its id. */
async function aWhiteLabel({ server, agency }: Given): Promise<string | undefined> {
  const {
    rows: [row],
  } = await server.db.pool.query<{ id: string }>(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, created_at, failing_since)
     values ($1, 'Brand', '#112233', '#445566', 'brand.example.test', 'proof', now(), now()) returning id`,
    [agency.as?.agencyId],
  );
  return row?.id;
}

/** The input of the calls that need more than what the agency has from the beginning. */
export const arranged: Partial<Record<Name, Arrange>> = {
  'login-code': async (given) => {
    const { server } = given;
    const owner = ownerOf(given);
    const code = await aFactor(server, owner, 'on');
    const { token: ticket, hash } = newToken();
    const now = server.services.clock();
    const link = {
      agencyId: owner.agencyId,
      userId: owner.id,
      purpose: 'second-factor',
      tokenHash: hash,
      now,
      expiresAt: new Date(now.getTime() + 300_000),
    } as const;
    await server.db.asSystem((tx) => insertLoginLink(tx, link));
    return { ticket, code };
  },
  'turn-on-second-factor': withFactor('started'),
  'make-recovery-codes': withFactor('on'),
  'turn-off-second-factor': withFactor('on'),

  'cancel-data-export': async (given) => {
    const { agencyId, id: userId } = ownerOf(given);
    const row = await given.server.db.asSystem((tx) =>
      insertExport(tx, { agencyId, userId, now: given.server.services.clock() }),
    );
    return { id: row?.id };
  },
  'download-data-export': async (given) => {
    const { agencyId, id } = ownerOf(given);
    const {
      rows: [row],
    } = await given.server.db.pool.query<{ id: string }>(
      `insert into data_exports (agency_id, user_id, state, object_name, created_at, touched_at, expires_at)
       values ($1, $2, 'ready', 'export.zip', now(), now(), '2100-01-01') returning id`,
      [agencyId, id],
    );
    return { id: row?.id };
  },
  'fetch-deletion': async ({ server }) => {
    const { token, hash } = newToken();
    await server.db.asSystem((tx) =>
      insertDeletion(tx, { agencyId: '999999', tokenHash: hash, lastMail: '', now: server.services.clock() }),
    );
    return { token };
  },

  'upload-piece': async (given) => {
    const bytes = await aPicture('png', { width: 64, height: 64 });
    const target = { file_type: 'image' } as const;
    return { id: await begun(given.server, { target, name: 'a.png', bytes, as: senderOf(given) }), number: 0 };
  },
  'finish-upload': async (given) => ({ id: await anUpload(given.server, senderOf(given)) }),

  'take-font': async (given) => {
    const wanted = { keyword: 'family', search_type: 'font' } as const;
    const [font] = await given.server.ask('search-media', wanted, { as: ownerOf(given) });
    return { url: font && 'family' in font ? font.url : '' };
  },

  'write-with-ai': async ({ server, caller: { as, rows } }) => {
    if (as !== null) await giveAiKey(server, as);
    return { task: 'rewrite', text: 'Words', item_id: rows.items[0] };
  },
  'write-texts-with-ai': async ({ server, caller: { as } }) => {
    if (as !== null) await giveAiKey(server, as);
    return { brief: 'Words', count: 1 };
  },
  'verify-ai-key': async ({ server, caller: { as } }) => {
    if (as !== null) await giveAiKey(server, as);
    return {};
  },
  'remove-ai-key': async ({ server, caller: { as } }) => {
    if (as !== null) await giveAiKey(server, as);
    return {};
  },

  'show-suggestions': async ({ server, caller: { as } }) => {
    if (as !== null)
      await server.db.pool.query(
        `insert into hidden_suggestions (user_id, agency_id, suggestion, hidden_at) values ($1, $2, 'repurpose',
          now())`,
        [as.id, as.agencyId],
      );
    return { ids: ['repurpose'] };
  },

  'remove-helpdesk': async ({ server, caller: { as } }) => {
    if (as !== null)
      await server.db.pool.query(
        `insert into help_desks (agency_id, address, changed_at) values ($1, 'mailto:a@b.test', now())`,
        [as.agencyId],
      );
    return {};
  },
  'remove-site-article': async ({ server, caller: { as } }) => {
    if (as !== null)
      await server.db.pool.query(
        `insert into help_articles (agency_id, article, category, title, content, changed_at)
         values ($1, 'connect-reddit', 'networks', 'Title', 'Words', now())`,
        [as.agencyId],
      );
    return { article: 'connect-reddit' };
  },

  // Without a file the call saves an existing rebranding.
  'wl-rebranding': async ({ server, caller: { as } }) => {
    const logo = { field: 'logo', name: 'logo.png', bytes: await aPicture('png') };
    if (as !== null) await server.upload('wl-rebranding', { name: 'Before' }, logo, { as });
    return { name: 'Brand' };
  },
  'update-whitelabel': async (given) => ({ id: await aWhiteLabel(given), name: 'Brand' }),
  'verify-domain': async (given) => ({ id: await aWhiteLabel(given) }),
  'create-membership': async (given) => {
    await aWhiteLabel(given);
    await given.server.db.pool.query(`update white_labels set state = 'active'`);
    const { stripe } = given.agency.rows;
    return { name: 'Gold', payment: { methodType: 'stripe', accId: stripe, price: 19 } };
  },
  'update-membership': async ({ server, agency }) => {
    const { membership, stripe } = agency.rows;
    // As on Stripe: no object there has the ids in these rows.
    await server.db.pool.query(`update memberships set name = 'N' where id = $1`, [membership]);
    return { id: membership, name: 'N', payment: { methodType: 'stripe', accId: stripe, price: 19 }, plans: ['dfy'] };
  },
  'send-dns-steps': async (given) => ({ id: await aWhiteLabel(given), email: 'dns@example.test' }),
  'release-domain': async (given) => ({ id: await aWhiteLabel(given) }),
  'delete-wl': async ({ server, agency }) => {
    const {
      rows: [row],
    } = await server.db.pool.query<{ id: string }>(
      `insert into rebrandings (agency_id, name, created_at) values ($1, 'Brand', now())
       on conflict (agency_id) do update set name = excluded.name returning id`,
      [agency.as?.agencyId],
    );
    return { id: row?.id };
  },

  'withdraw-approval': async (given) => {
    const { id, fingerprint, decision } = given.caller.rows.waiting;
    await given.server.ask(
      'approve-posts',
      { posts: [{ id, fingerprint, decision }], told_how: 'by phone' },
      { as: ownerOf(given) },
    );
    return { id };
  },
  'publish-missed': async ({ server, caller: { rows } }) => {
    await server.db.pool.query(`update deliveries set state = 'missed', next_at = 'infinity' where id = $1`, [
      rows.delivery,
    ]);
    return { ids: [rows.delivery] };
  },

  'resolve-unseen': async ({ server, caller: { rows } }) => {
    await server.db.pool.query(`update deliveries set state = 'uncertain', next_at = 'infinity' where id = $1`, [
      rows.delivery,
    ]);
    await server.db.pool.query(
      `insert into unseen_deliveries (delivery_id, agency_id, account_id, noticed_at)
        select id, agency_id, account_id, now() from deliveries where id = $1 on conflict do nothing`,
      [rows.delivery],
    );
    return { client_id: rows.client, decision: 'it-is-there' };
  },

  'ask-approval': async ({ server, caller }) => {
    const { id, decision } = caller.rows.waiting;
    await server.db.pool.query(`update approvals set state = 'sent-back' where occurrence_id = $1`, [id]);
    return { id, decision };
  },
};
