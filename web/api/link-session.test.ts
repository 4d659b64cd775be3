import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';

const memory = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      values.set(key, value);
    },
    removeItem: (key: string) => {
      values.delete(key);
    },
  };
};
Object.assign(globalThis, { sessionStorage: memory(), localStorage: memory() });
const {
  enterLink,
  isLinkVisit,
  leaveLink,
  linkToken,
  loseLink,
  markLinkVisit,
  onLinkLost,
  resumeLink,
  unmarkLinkVisit,
} = await import('./link-session.ts');

beforeEach(() => loseLink());

test('calls carry a link’s token only while its page is shown', () => {
  assert.equal(linkToken(), null);
  enterLink({ link: 'L', token: 'T' });
  assert.equal(linkToken(), 'T');
  leaveLink();
  assert.equal(linkToken(), null);
});

test('a reload of the same link’s page resumes its session, another link’s page does not', () => {
  enterLink({ link: 'L', token: 'T' });
  leaveLink();
  assert.equal(resumeLink('another'), false);
  assert.equal(linkToken(), null);
  assert.equal(resumeLink('L'), true);
  assert.equal(linkToken(), 'T');
});

test('a lost session notifies the page, and a reload does not resume it', () => {
  let told = 0;
  const stop = onLinkLost(() => {
    told += 1;
  });
  enterLink({ link: 'L', token: 'T' });
  loseLink();
  stop();
  loseLink();
  assert.deepEqual([told, linkToken(), resumeLink('L')], [1, null, false]);
});

test('a visit that began on a link’s page is known to every window until it ends', () => {
  markLinkVisit('abc');
  assert.deepEqual([isLinkVisit('abc'), isLinkVisit('other'), isLinkVisit('')], [true, false, false]);
  unmarkLinkVisit('abc');
  assert.equal(isLinkVisit('abc'), false);
});
