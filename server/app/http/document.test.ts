import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { documentOf, etagOf } from './document.ts';

const html =
  '<!doctype html><html><head><title>AgencyReel</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" />' +
  '</head><body><noscript>AgencyReel needs JavaScript.</noscript></body></html>';
const brand = { name: 'Bright', logo: '/files/a.png', color: { first: '#112233', second: '#445566' } };

describe('the document of a brand', () => {
  test('the document has the brand’s name, icon and colours, and never ours', () => {
    const branded = documentOf(html, brand);
    assert.doesNotMatch(branded, /AgencyReel/);
    assert.match(branded, /<title>Bright<\/title>/);
    assert.match(branded, /<noscript>Bright needs/);
    assert.match(branded, /<link rel="icon" href="\/files\/a\.png" \/>/);
    assert.match(branded, /--brand-first:#112233;--brand-second:#445566/);
  });

  test('the document of a brand without a logo has an icon of its first letter', () => {
    assert.match(documentOf(html, { ...brand, logo: null }), /rel="icon" href="data:image\/svg\+xml,/);
  });

  for (const name of ['</script><script>alert(1)</script>', '</title><img src=x onerror=alert(1)>', '$& $1 $`'])
    test(`a name like ${name} runs no script in the document`, () => {
      const branded = documentOf(html, { ...brand, name });
      assert.equal(branded.match(/<script/g)?.length, 1);
      assert.doesNotMatch(branded, /<img/);
      const text = /id="brand">(.*?)<\/script>/.exec(branded)?.[1] ?? '';
      assert.deepEqual(JSON.parse(text), { ...brand, name });
    });

  test('a colour in the document can only be a hex value', () => {
    const color = { first: 'red}body{background:url(//x)', second: '#445566' };
    const style = /<style>.*?<\/style>/.exec(documentOf(html, { ...brand, color }))?.[0] ?? '';
    assert.doesNotMatch(style, /url\(/);
  });

  test('the documents of two brands have different ETags', () => {
    const [one, other] = [documentOf(html, brand), documentOf(html, { ...brand, name: 'Other' })];
    assert.notEqual(etagOf(one), etagOf(other));
  });
});
