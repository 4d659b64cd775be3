import assert from 'node:assert/strict';
import { lookup } from 'node:dns';
import { describe, test } from 'vitest';
import { isPublicAddress, publicLookupBy } from './addresses.ts';
import { anHttp, get, post, web } from './testing.ts';

const publicOnes = [
  '93.184.216.34',
  '1.1.1.1',
  '192.0.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:2800:220:1:248:1893:25c8:1946',
  '::ffff:93.184.216.34',
];
/** The ranges of the IANA registries of special-purpose addresses (RFC 6890), and the metadata addresses of clouds. */
const others: Readonly<Record<string, readonly string[]>> = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'link-local': ['169.254.0.1', 'fe80::1', 'febf::1'],
  'a metadata service': [
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
  ],
  "a carrier's own": ['100.64.0.1', '100.127.255.255'],
  'multicast or broadcast': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  'for documents or benchmarks': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '2001:db8::1',
    '2001:2::1',
  ],
  'for protocols': ['192.0.0.1', '192.88.99.1', '100::1'],
  'an IPv4 address in IPv6': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::7f00:1', '::a00:1'],
  'an IPv4 address behind NAT64': ['64:ff9b::a00:1', '64:ff9b::7f00:1', '64:ff9b::5db8:d822', '64:ff9b:1::a00:1'],
  'a tunnel': ['2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::'],
  'no address': ['nonsense', '', 'localhost', '1.2.3.4.5'],
};

for (const address of publicOnes) test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
for (const [range, addresses] of Object.entries(others)) {
  for (const address of addresses)
    test(`'${address}', ${range}, is not public`, () => assert.equal(isPublicAddress(address), false));
}

test('the socket gets a public address, in both shapes that Node requests', async () => {
  const lookUp = (host: string, all: boolean) =>
    new Promise((settle) => {
      publicLookupBy(lookup)(host, { all }, (error, address, family) => settle(error?.message ?? [address, family]));
    });
  assert.deepEqual(await lookUp('93.184.216.34', true), [[{ address: '93.184.216.34', family: 4 }], undefined]);
  assert.deepEqual(await lookUp('93.184.216.34', false), ['93.184.216.34', 4]);
  assert.equal(await lookUp('localhost', true), 'FORBIDDEN_ADDRESS');
});

describe('an address entered by a person', () => {
  /** All of them are 127.0.0.1 or resolve to it. */
  const forms = [
    '127.0.0.1',
    'localhost',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.1',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '１２７.0.0.1',
    '127。0。0。1',
  ];

  test('a private address that is not allowed is refused before a socket is opened, in any notation', async () => {
    let met = 0;
    const { url } = await web((_request, response) => {
      met += 1;
      response.end();
    });
    const strict = anHttp({ allowPrivateHosts: ['127.0.0.1:1'] });
    for (const host of forms) {
      const address = new URL(`http://${host}:${url.port}/`);
      for (const reply of [
        await strict.sendGuarded(get(address)),
        await strict.bytes(get(address), { trust: 'guarded' }),
      ]) {
        assert.ok(
          reply.kind === 'unreachable' && reply.message.includes('private address'),
          `${host}: ${JSON.stringify(reply)}`,
        );
      }
    }
    assert.equal(met, 0);
  });

  test('a private host is reached only at its allowed port', async () => {
    const { url } = await web((_request, response) => response.end('in'));
    const some = anHttp({ allowPrivateHosts: [url.host] });
    assert.equal((await some.sendGuarded(post(url))).kind, 'answered');
    assert.equal((await some.sendGuarded(post(new URL('http://127.0.0.1:9/')))).kind, 'unreachable');
  });

  for (const address of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:,x',
    'http://user:word@example.com/',
    'http://user@example.com/',
  ]) {
    test(`the address ${address} is refused`, async () => {
      assert.equal((await anHttp().sendGuarded(get(new URL(address)))).kind, 'unreachable');
    });
  }
});
