import assert from 'node:assert/strict';
import { test } from 'vitest';
import { user } from '#contract/people/auth.ts';
import { brandFrom, userFrom } from './kept-user.ts';

const whole = {
  id: '7',
  name: 'Ada',
  email: 'ada@example.com',
  image: null,
  thumbnail: '/files/a.webp',
  created: '2026-01-01T00:00:00.000Z',
  earning: 12.5,
  frequency: 'weekly',
  company: 'Bright',
  description: '',
  client: '1',
  is_client_account: true,
  is_virtual_account: false,
  is_reseller_account: true,
  isWL: 1,
  membership: 'dfy',
  version: '0123456789abcdef',
  agency_name: 'Bright',
  impersonated: true,
  has_sample: true,
  suspended: 'unpaid',
  brand: { name: 'Bright', logo: null, color: { first: '#112233', second: '#445566' } },
};

test('a person stored by this release is restored unchanged', () => {
  assert.deepEqual(userFrom(whole), user.parse(whole));
});

test('a person with missing or mistyped fields is still restored, in the contract’s shape', () => {
  for (const wrong of [undefined, null, 7, true, 'x', [], {}]) {
    for (const field of Object.keys(whole)) {
      const found = userFrom({ ...whole, [field]: wrong });
      if (field !== 'id' && field !== 'membership') assert.ok(found, field);
      if (found !== null) assert.equal(typeof found.id, 'string');
      if (found !== null && field !== 'version') user.omit({ version: true }).parse(found);
    }
  }
});

test('a stored person without an id or a membership is not restored', () => {
  for (const wrong of [null, 'x', [], {}, { id: '7' }, { id: 7, membership: '' }, { membership: '' }])
    assert.equal(userFrom(wrong), null);
});

test('a brand without its name or one of its colours is ignored', () => {
  const brand = { name: 'Bright', logo: '/a.svg', color: { first: '#112233', second: '#445566' } };
  assert.deepEqual(brandFrom(brand), brand);
  for (const wrong of [
    null,
    [],
    { ...brand, name: 7 },
    { ...brand, color: null },
    { ...brand, color: '#112233' },
    { ...brand, color: { first: '#112233' } },
  ])
    assert.equal(brandFrom(wrong), null);
});
