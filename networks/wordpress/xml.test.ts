import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aMedia } from '../testing.ts';
import { decodeAnswer, encodeCall } from './xml.ts';

const answer = (value: string): string =>
  `<?xml version="1.0"?>\n<methodResponse>\n  <params>\n <param>\n<value>\n${value}\n</value></param></params>` +
  '</methodResponse>';

for (const { name, xml, want } of [
  { name: 'a string', xml: '<string>a &amp; b &lt;i&gt; &#8217;&#x1F35E; &quot;</string>', want: 'a & b <i> ’🍞 "' },
  { name: 'an empty string', xml: '<string></string>', want: '' },
  {
    name: 'numbers',
    xml:
      '<array><data><value><int>7</int></value><value><i4>-3</i4></value><value><double>1.5</double></value>' +
      '</data></array>',
    want: [7, -3, 1.5],
  },
  {
    name: 'truths',
    xml: '<array><data><value><boolean>1</boolean></value><value><boolean>0</boolean></value></data></array>',
    want: [true, false],
  },
  { name: 'a list of one', xml: '<array><data><value><string>x</string></value></data></array>', want: ['x'] },
  { name: 'an empty list', xml: '<array><data></data></array>', want: [] },
  {
    name: 'a struct in a struct',
    xml:
      '<struct><member><name>a</name><value><struct><member><name>b</name><value>plain</value></member></struct>' +
      '</value></member></struct>',
    want: { a: { b: 'plain' } },
  },
  { name: 'a value split by CDATA', xml: '<string>x<![CDATA[<y>]]>z</string>', want: 'x<y>z' },
]) {
  test(`${name} is read`, () => assert.deepEqual(decodeAnswer(answer(xml)), { kind: 'value', value: want }));
}

test('a value without a type is a string', () => {
  assert.deepEqual(
    decodeAnswer('<methodResponse><params><param><value>plain</value></param></params></methodResponse>'),
    { kind: 'value', value: 'plain' },
  );
});

test('a fault is read, even after a PHP warning and a byte order mark', () => {
  const fault =
    '<?xml version="1.0"?><methodResponse><fault><value><struct><member><name>faultCode</name><value>' +
    '<int>403</int></value></member>' +
    '<member><name>faultString</name><value><string>Incorrect username or password.</string></value></member>' +
    '</struct></value></fault></methodResponse>';
  assert.deepEqual(decodeAnswer(`\ufeff<br />\n<b>Warning</b>: x in y\n${fault}`), {
    kind: 'fault',
    code: 403,
    message: 'Incorrect username or password.',
  });
});

for (const { name, xml } of [
  { name: 'a page', xml: '<!doctype html><title>no</title>' },
  {
    name: 'a truncated answer',
    xml: '<?xml version="1.0"?><methodResponse><params><param><value><struct><member><name>x',
  },
  { name: 'an empty answer', xml: '' },
  {
    name: 'an external entity',
    xml:
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><methodResponse><params><param>' +
      '<value>&e;</value></param></params></methodResponse>',
  },
]) {
  test(`${name} is unreadable`, () => assert.deepEqual(decodeAnswer(xml), { kind: 'unreadable' }));
}

test('a call escapes what a person wrote and states its length beforehand', async () => {
  const media = aMedia('image', { bytes: Buffer.from('hello world') });
  const body = encodeCall('wp.x', ['a<b>&\u0000"', 3, true, [{ struct: { 'n<': 'v' } }], { file: media }]);
  assert.ok(body.kind === 'readable');
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.chunks()) chunks.push(chunk);
  const xml = Buffer.concat(chunks).toString('utf8');
  assert.equal(Buffer.byteLength(xml), body.sizeBytes);
  assert.equal(
    xml,
    '<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>wp.x</methodName><params>' +
      '<param><value><string>a&lt;b&gt;&amp; "</string></value></param><param><value><int>3</int></value></param>' +
      '<param><value><boolean>1</boolean></value></param>' +
      '<param><value><array><data><value><struct><member><name>n&lt;</name><value><string>v</string></value>' +
      '</member></struct></value></data></array></value></param>' +
      `<param><value><base64>${Buffer.from('hello world').toString('base64')}</base64></value></param></params>` +
      '</methodCall>',
  );
});

test('a file in many chunks has the same base64 as in one', async () => {
  const bytes = Buffer.from(Array.from({ length: 200_003 }, (_, at) => at % 251));
  const body = encodeCall('x', [{ file: aMedia('video', { bytes }) }]);
  assert.ok(body.kind === 'readable');
  let xml = '';
  for await (const chunk of body.chunks()) xml += Buffer.from(chunk).toString('latin1');
  assert.ok(xml.includes(`<base64>${bytes.toString('base64')}</base64>`));
  assert.equal(xml.length, body.sizeBytes);
});
