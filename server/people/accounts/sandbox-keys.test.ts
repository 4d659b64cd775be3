import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { openNetworks } from '#networks/index.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { withSandbox } from '../../app/processes/start/sandbox-child.ts';
import { parseConfig } from '../../base/settings/config.ts';
import { sample } from '../../app/sample/sample.ts';
import { aClient, aServer } from '../../app/testing/server.ts';
import { sandboxKeys } from './sandbox-keys.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
const config = withSandbox(parseConfig({ SANDBOX: 'on' }, '/nowhere'), sandbox);
const { networks, close } = openNetworks({ ...config.addresses, allowPrivateHosts: config.allowPrivateHosts });
afterAll(async () => {
  await close();
  await sandbox.stop();
});
const server = await aServer({
  networks,
  config: { sandboxUrl: config.sandboxUrl, publicUrl: config.publicUrl, addresses: config.addresses },
});

test('the credentials that the sandbox fills in open one of its accounts', async () => {
  const { id: user_id } = await aClient(server.db, server.owner);
  const infos = await server.ask('fetch-networks', {});
  const keysOf = (network: string) => infos.find(({ type }) => type === network)?.sandbox_keys ?? {};
  const { chat_id = '', bot_token = '' } = keysOf('telegram');
  await server.ask('connect-telegram', { user_id, chat_id, bot_token });
  const { url = '', username = '', password = '' } = keysOf('wordpress');
  await server.ask('save-wordpress', { user_id, url, username, password });
  const { access_token = '' } = keysOf('medium');
  await server.ask('save-medium', { user_id, access_token });
  assert.deepEqual(Object.keys(keysOf('vimeo')), ['client_id', 'client_secret']);
  assert.deepEqual(
    infos.filter(({ sandbox_keys: keys }) => keys !== null).map(({ type }) => type),
    ['vimeo', 'telegram', 'wordpress', 'medium'],
    'the others are connected on their own pages',
  );
});

test('the credentials that the sandbox fills in are not those of the sample if there is a choice', () => {
  const taken = sample.clients.flatMap(({ accounts }) => accounts);
  for (const network of ['telegram', 'wordpress'] as const)
    for (const { fields } of taken.filter((account) => account.network === network))
      assert.notDeepEqual({ ...sandboxKeys(network, config), url: '' }, { ...fields, url: '' });
});

test('no credentials are filled in without the sandbox, or for a network that has another base URL', () => {
  assert.equal(sandboxKeys('telegram', { ...config, sandboxUrl: null }), null);
  const elsewhere = { ...config.addresses, mediumApiUrl: 'http://127.0.0.1:9' };
  assert.equal(sandboxKeys('medium', { ...config, addresses: elsewhere }), null);
  assert.notEqual(sandboxKeys('telegram', { ...config, addresses: elsewhere }), null);
});
