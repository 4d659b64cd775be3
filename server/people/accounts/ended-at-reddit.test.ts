/** A person ends the connection at Reddit: from the refused refresh token to the mail to the owner. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openNetworks } from '#networks/index.ts';
import { joined } from '#networks/testing-consent.ts';
import { aSandbox, ask, posted } from '../../../sandbox/testing.ts';
import { credentialsAssociatedData } from './credentials.ts';
import { jobs } from '../../base/jobs.ts';
import { aSchedule } from '../../publishing/testing.ts';
import { queued } from '../../app/testing/queue.ts';
import { aServer } from '../../app/testing/server.ts';
import { renewAccounts } from './renew-accounts.job.ts';

const app = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };

test(
  'an account whose refresh token Reddit has dropped needs reconnecting, is not asked for again, and its owner ' +
    'gets a mail',
  async (t) => {
    const sandbox = await aSandbox(t);
    const { networks, close } = openNetworks(sandbox);
    t.onTestFinished(close);
    const { reddit } = networks;
    assert.ok(reddit?.consent);
    const account = await joined(reddit.consent, 'sunrise');
    const { db, services } = await aServer({
      networks: { reddit },
      config: { apps: { reddit: app }, publicUrl: 'https://app.example' },
    });
    const { agencyId, clientId } = await aSchedule(db, { network: 'reddit' });
    await db.pool.query(
      `insert into users (agency_id, role, name, email) values ($1, 'owner', 'Olga', 'olga@example.test')`,
      [agencyId],
    );
    const sealed = services.secrets.seal(
      JSON.stringify(account.credentials),
      credentialsAssociatedData({ agencyId, userId: clientId, network: 'reddit', externalId: account.externalId }),
    );
    await db.pool.query(
      `update social_accounts set external_id = $1, credentials = $2, app_client_id = $3,
      expires_at = now() - interval '1 minute'`,
      [account.externalId, sealed, app.clientId],
    );

    await ask(`${sandbox.controlUrl}/tokens`, posted({ network: 'reddit', does: 'revoke' }));
    await renewAccounts(services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });

    const { rows } = await db.pool.query(`select status, renew_after = 'infinity' as ended from social_accounts`);
    assert.deepEqual(rows, [{ status: 'needs-reconnecting', ended: true }]);
    assert.deepEqual(
      (await queued(db, jobs.sendMail)).map(({ letter }) => letter),
      ['reconnect'],
    );
  },
);
