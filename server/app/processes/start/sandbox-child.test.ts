import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addressesByNetwork, networkAddressNames } from '#networks/addresses.ts';
import { networkAddresses } from '../../../../sandbox/addresses.ts';
import { settingOf } from '../../../base/settings/addresses.ts';
import { parseConfig } from '../../../base/settings/config.ts';
import { elsewhere, withSandbox } from './sandbox-child.ts';

const url = 'http://127.0.0.1:4000';
const sandbox = {
  ...networkAddresses({ url, publicUrl: url }),
  url,
  smtpUrl: 'smtp://127.0.0.1:4025',
  dnsAddress: '127.0.0.1:4053',
  wordpressUrl: `${url}/wordpress`,
  linkedinVersion: '202609',
  openaiApiUrl: `${url}/openai/v1`,
  trendsUrl: `${url}/trends`,
};

test('the sandbox replaces every network that no setting points elsewhere', () => {
  const { addresses } = withSandbox(parseConfig({ TWITTER_API_URL: 'http://proxy.example' }), sandbox);
  assert.equal(addresses.twitterApiUrl, 'http://proxy.example');
  for (const name of networkAddressNames)
    if (name !== 'twitterApiUrl') assert.equal(addresses[name], sandbox[name], name);
});

test('the sandbox replaces the AI, unless a setting points elsewhere', () => {
  assert.equal(withSandbox(parseConfig({}), sandbox).addresses.openaiApiUrl, sandbox.openaiApiUrl);
  const proxied = withSandbox(parseConfig({ OPENAI_API_URL: 'http://proxy.example' }), sandbox);
  assert.equal(proxied.addresses.openaiApiUrl, 'http://proxy.example');
});

test('a network that a setting points elsewhere is named with that setting', () => {
  assert.deepEqual(elsewhere(parseConfig({}).addresses), []);
  for (const [network, own] of Object.entries(addressesByNetwork)) {
    for (const setting of Object.keys(own).map(settingOf)) {
      assert.deepEqual(elsewhere(parseConfig({ [setting]: 'http://proxy.example' }).addresses), [{ network, setting }]);
    }
  }
});

test('trends that the operator has not configured show the samples of the sandbox', () => {
  const samplesOf = (settings: Record<string, string>) =>
    withSandbox(parseConfig(settings), sandbox).sources.flatMap(({ id, isSample }) => (isSample === true ? [id] : []));
  assert.deepEqual(samplesOf({}), ['reddit', 'youtube', 'google-trends', 'twitter']);
  assert.deepEqual(samplesOf({ YOUTUBE_API_KEY: 'key', GOOGLE_TRENDS: 'on' }), ['reddit', 'twitter']);
});
