import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { addressNames, defaultAddresses, settingOf } from './addresses.ts';
import { parseConfig } from './config.ts';
import { ConfigError, environmentWithFile } from './environment.ts';

test('without settings the sandbox is on and the server listens on loopback only', () => {
  const config = parseConfig({}, '/somewhere');
  assert.equal(config.port, 3000);
  assert.equal(config.sandbox, true);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.dataDir, '/somewhere/data');
  assert.equal(config.publicUrl, 'http://localhost:3000');
  assert.equal(config.addresses.telegramApiUrl, 'https://api.telegram.org');
});

test('data is kept in the project’s folder, where .env is read, unless DATA_DIR says otherwise', () => {
  const { dataDir } = parseConfig({});
  assert.ok(dataDir.endsWith('/data') && existsSync(join(dirname(dataDir), '.env.example')), dataDir);
});

test('with an own database the sandbox is off and the server listens on all addresses', () => {
  const config = parseConfig({ DATABASE_URL: 'postgres://u:p@db/x', PUBLIC_URL: 'https://app.example/' });
  assert.equal(config.sandbox, false);
  assert.equal(config.host, '0.0.0.0');
  assert.equal(config.publicUrl, 'https://app.example');
});

test("the sandbox has an app for every network, and the operator's own apps replace it", () => {
  const { apps } = parseConfig({ VIMEO_CLIENT_ID: 'own', VIMEO_CLIENT_SECRET: 'secret' });
  assert.deepEqual(apps.reddit, { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' });
  assert.deepEqual(apps.vimeo, { clientId: 'own', clientSecret: 'secret' });
  assert.deepEqual(parseConfig({ SANDBOX: 'off' }).apps, {});
});

test('X is asked for fields with the parameter in the setting', () => {
  assert.equal(parseConfig({}).twitterFields, 'tweet.fields');
  assert.equal(parseConfig({ TWITTER_FIELDS_PARAMETER: 'post.fields' }).twitterFields, 'post.fields');
});

test('map tiles need a URL with three placeholders, on one host', () => {
  const tiles = (url: string) => parseConfig({ MAP_TILES_URL: url }).mapTiles;
  assert.equal(parseConfig({}).mapTiles, null);
  assert.deepEqual(tiles('https://tiles.example:8080/{z}/{x}/{y}.png'), {
    url: 'https://tiles.example:8080/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors',
  });
  for (const wrong of ['https://tiles.example/', "https://a; script-src 'self'/{z}/{x}/{y}", 'https://{x}.a/{z}/{y}'])
    assert.throws(() => tiles(wrong), ConfigError, wrong);
});

test('an empty setting counts as not set', () => {
  assert.equal(parseConfig({ DATABASE_URL: '', PORT: '' }).databaseUrl, null);
});

const bad: [string, Record<string, string>, RegExp][] = [
  ['a port that is not a number', { PORT: 'abc' }, /^PORT must be a whole number$/],
  ['a port out of range', { PORT: '70000' }, /^PORT must be 0 to 65535$/],
  ['a database of another kind', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must start with postgres:/],
  ['a short key', { SECRET_KEY: 'abcd' }, /^SECRET_KEY must be 32 bytes/],
  [
    'an owner’s password against the rules',
    { OWNER_PASSWORD: 'sunny-day' },
    /^OWNER_PASSWORD must have at least 8 characters with an upper-case /,
  ],
  ['half of an S3 set-up', { S3_BUCKET: 'x' }, /^S3_ENDPOINT, .* must be set together$/],
  [
    'a client id without its secret',
    { VIMEO_CLIENT_ID: 'x' },
    /^VIMEO_CLIENT_ID and VIMEO_CLIENT_SECRET must be set together$/,
  ],
  [
    'a public address with a path',
    { PUBLIC_URL: 'https://a.example/app' },
    /^PUBLIC_URL must be an origin without a path$/,
  ],
  ['an invalid word for the sandbox', { SANDBOX: 'maybe' }, /^SANDBOX must be on or off$/],
  [
    'a parameter that X does not know',
    { TWITTER_FIELDS_PARAMETER: 'fields' },
    /^TWITTER_FIELDS_PARAMETER must be tweet.fields or post.fields$/,
  ],
  ['a token for the figures that is short', { METRICS_TOKEN: 'x' }, /^METRICS_TOKEN must have 16 to 200 /],
  [
    'figures that other machines could read without a token',
    { METRICS_HOST: '0.0.0.0' },
    /^METRICS_HOST .* set METRICS_TOKEN as well$/,
  ],
  ['an invalid base URL of a network', { TELEGRAM_API_URL: 'telegram' }, /^TELEGRAM_API_URL must be an http/],
];
for (const [what, environment, message] of bad) {
  test(`${what} is refused in one line that names the setting`, () => {
    assert.throws(
      () => parseConfig(environment),
      (error) => error instanceof ConfigError && message.test(error.message),
    );
  });
}

const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

test('a named file of settings must exist', () => {
  assert.throws(() => environmentWithFile('/gone.env'), /^Error: \/gone\.env does not exist$/);
});

test('.env.example names every setting', () => {
  const here = new URL('.', import.meta.url);
  const source = readdirSync(here)
    .map((name) => readFileSync(new URL(name, here), 'utf8'))
    .join('\n');
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)]
    .map(([, name]) => name)
    .concat(addressNames.map(settingOf));
  assert.ok(names.length > 25);
  assert.deepEqual(
    names.filter((name) => !new RegExp(`^# ${name}=`, 'm').test(example)),
    [],
  );
});

test('.env.example gives the default base URL of each network and source', () => {
  const said = [...example.matchAll(/^# ([A-Z_]+(?:_URL|_ENDPOINT))=(.*)$/gm)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  const addresses = addressNames.map((name) => `${settingOf(name)}=${defaultAddresses[name]}`);
  assert.deepEqual(
    said.filter((line) => addresses.some((each) => each.split('=')[0] === line.split('=')[0])),
    addresses,
  );
});
