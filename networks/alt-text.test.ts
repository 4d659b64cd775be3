/** The agency's description of a picture reaches the networks that have a field for it. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aStage as facebookStage } from './facebook/testing.ts';
import { aStage as linkedinStage } from './linkedin/testing.ts';
import { aContent, aContext, aMedia } from './testing.ts';
import { joined, signIn } from './testing-consent.ts';
import { onSandbox } from './testing-stage.ts';
import { aStage as twitterStage } from './twitter/testing.ts';

const alt = 'A loaf of rye bread on a linen cloth';
const { stage } = await onSandbox((means) => {
  const twitter = twitterStage(means);
  return { ...twitter, twitter, facebook: facebookStage(means), linkedin: linkedinStage(means) };
});
const picture = (title: string, words = alt) => aContent({ type: 'image', title, media: aMedia('image'), alt: words });

test('X receives the alt text before the post, and a picture without alt text is posted as usual', async () => {
  const { network, feed } = stage.twitter;
  const account = await joined(network.consent, '1510000000000000001');
  for (const words of [alt, ''])
    assert.equal((await network.publish(picture(`Rye ${words}`, words), account, aContext())).kind, 'published');
  assert.deepEqual(
    (await feed()).map(({ media }) => media[0]?.alt),
    ['', alt],
  );
});

test('a Facebook page receives the alt text with the photo', async () => {
  const { network, feed } = stage.facebook;
  const given = await signIn(network.consent, '10158000000000001');
  assert.ok(given.kind === 'connected');
  const page = given.accounts.find(({ username }) => username === 'Sunrise Bakery');
  assert.ok(page);
  assert.equal((await network.publish(picture('Rye'), page, aContext())).kind, 'published');
  assert.deepEqual(
    (await feed()).map(({ media }) => media[0]?.alt),
    [alt],
  );
});

test('LinkedIn receives the alt text, or the title if there is none', async () => {
  const { network, feed } = stage.linkedin;
  const account = await joined(network.consent, 'sUnRiSe001');
  for (const words of [alt, ''])
    assert.equal(
      (await network.publish(picture(words === '' ? 'Oat' : 'Rye', words), account, aContext())).kind,
      'published',
    );
  assert.deepEqual(
    (await feed()).map(({ media }) => media[0]?.alt),
    ['Oat', alt],
  );
});
