import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates, TLSSocket } from 'node:tls';
import { afterAll, test, type TestContext } from 'vitest';
import { openHostBrands } from '#server/base/brand/index.ts';
import { handlers } from '#server/app/processes/calls.ts';
import { openHttp } from '#server/app/processes/listener.ts';
import { anOwner, aServer } from '#server/app/testing/server.ts';
import { certificateLight } from '#server/selling/white-label/certificate.ts';
import { startRealCaddy, type RealCaddy } from './real-caddy.ts';

const dir = mkdtempSync(join(tmpdir(), 'behind-caddy-'));
writeFileSync(join(dir, 'index.html'), '<!doctype html><head><title>AgencyReel</title></head>');
writeFileSync(join(dir, 'pages.json'), '["/", "/login"]');
const config = { hasPublicUrl: true, publicUrl: 'https://app.example', trustProxy: ['loopback'] };
const { db, services } = await aServer({ config });
for (const [name, host] of [
  ['Bright', 'bright.example'],
  ['Harbor', 'harbor.example'],
] as const) {
  const { agencyId } = await anOwner(db);
  await db.pool.query(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
     values ($1, $2, '#112233', '#445566', $3, 'proof', 'active', now())`,
    [agencyId, name, host],
  );
}
const hosts = await openHostBrands({ db, dataDir: dir });
const app = await openHttp({ services, handlers, siteDir: dir, logLevel: 'fatal', hosts });
const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
const caddy = await startRealCaddy(Number(url.port));
afterAll(async () => {
  if ('stop' in caddy) await caddy.stop();
  await app.close();
  await hosts.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A test behind the real Caddy, reported as skipped with the reason if Caddy is not available. */
const behindCaddy = (title: string, body: (real: RealCaddy) => Promise<void>): void => {
  test(`a real Caddy ${title}`, async (context: TestContext) => {
    if ('skipped' in caddy) return context.skip(caddy.skipped);
    await body(caddy);
  });
};

type Reply = { status: number; body: string; names: string };

/** Requests a host over https and trusts only Caddy's own authority. */
async function get(real: RealCaddy, host: string, path = '/login'): Promise<Reply> {
  const ca = await real.authority();
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: real.httpsPort, servername: host, ca, path, headers: { host } },
      (reply) => {
        const { socket } = reply;
        const names = socket instanceof TLSSocket ? (socket.getPeerCertificate().subjectaltname ?? '') : '';
        let body = '';
        reply.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        reply.on('end', () => {
          resolve({ status: reply.statusCode ?? 0, body, names });
        });
      },
    );
    asked.on('error', reject).end();
  });
}

for (const [host, title] of [
  ['bright.example', 'Bright'],
  ['harbor.example', 'Harbor'],
  ['app.example', 'AgencyReel'],
] as const)
  behindCaddy(`fetches a certificate for ${host} and shows ${title}`, async (real) => {
    const { status, body, names } = await get(real, host);
    assert.equal(status, 200);
    assert.match(body, new RegExp(`<title>${title}</title>`));
    assert.match(names, new RegExp(host));
  });

behindCaddy('gives no certificate to a host that nobody has', async (real) => {
  await assert.rejects(get(real, 'unknown.example'), /alert|ECONNRESET|socket/i);
});

behindCaddy(
  'shows certificates that the white-label page calls right, and none for a host that nobody has',
  async (real) => {
    const tlsAddress = { address: '127.0.0.1', port: real.httpsPort };
    const config = { publicIp: null, tlsAddress, allowPrivateHosts: [] };
    const stateOf = async (host: string) => (await certificateLight(host, { config, now: new Date() })).state;
    assert.equal(await stateOf('harbor.example'), 'wrong', 'its authority is not trusted yet');
    setDefaultCACertificates([await real.authority()]);
    assert.equal(await stateOf('harbor.example'), 'right');
    assert.equal(await stateOf('unknown.example'), 'missing');
  },
);

behindCaddy('cannot be used to ask for certificates from outside', async (real) => {
  assert.equal((await get(real, 'bright.example', '/tls/ask?domain=bright.example')).status, 404);
});

behindCaddy('leads from http to https', async (real) => {
  const location = await new Promise<string | undefined>((resolve, reject) => {
    plainRequest({ host: '127.0.0.1', port: real.httpPort, path: '/join/1', headers: { host: 'bright.example' } })
      .on('response', (reply) => {
        reply.resume();
        resolve(reply.headers.location);
      })
      .on('error', reject)
      .end();
  });
  assert.equal(location, 'https://bright.example/join/1');
});
