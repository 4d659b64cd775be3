import assert from 'node:assert/strict';
import { test } from 'vitest';
import { compare, tweetShape } from './same.ts';

const menu = (expanded?: string) => [
  { url: 'https://t.co/aaaaaaaaaa', ...(expanded === undefined ? {} : { expanded_url: expanded }) },
];
const photo = { url: 'https://t.co/photophoto', expanded_url: 'https://x.com/b/status/1/photo/1' };

for (const { why, listed, urls = [], keys = [], sent, mediaId = '', is } of [
  { why: 'the same words', listed: 'Rolls &amp; rye  &lt;3', sent: 'Rolls & rye <3', is: 'same' },
  { why: 'other words', listed: 'Rolls', sent: 'Rye', is: 'other' },
  {
    why: 'a bare domain with X’s http',
    listed: 'See https://t.co/aaaaaaaaaa',
    urls: menu('http://bakery.com/menu'),
    sent: 'See bakery.com/menu',
    is: 'same',
  },
  {
    why: 'a bare domain with https',
    listed: 'See https://t.co/aaaaaaaaaa',
    urls: menu('https://bakery.com/menu'),
    sent: 'See bakery.com/menu',
    is: 'same',
  },
  {
    why: 'an address with its own scheme',
    listed: '(https://t.co/aaaaaaaaaa)',
    urls: menu('https://bakery.com/menu?a=1&b=2'),
    sent: '(https://bakery.com/menu?a=1&b=2)',
    is: 'same',
  },
  {
    why: 'a domain that X writes differently',
    listed: 'See https://t.co/aaaaaaaaaa!',
    urls: menu('http://xn--bckerei-5wa.de'),
    sent: 'See bäckerei.de!',
    is: 'unsure',
  },
  {
    why: 'a link without details',
    listed: 'See https://t.co/aaaaaaaaaa',
    sent: 'See bakery.com/menu',
    is: 'unsure',
  },
  {
    why: 'the same words with another link',
    listed: 'New: https://t.co/aaaaaaaaaa',
    urls: menu('https://bakery.com/1'),
    sent: 'New: https://bakery.com/2',
    is: 'unsure',
  },
  {
    why: 'other words with a link',
    listed: 'See https://t.co/aaaaaaaaaa',
    urls: menu('http://bakery.com'),
    sent: 'Hear bakery.com',
    is: 'other',
  },
  {
    why: 'more words with a link',
    listed: 'See https://t.co/aaaaaaaaaa now',
    urls: menu('http://bakery.com'),
    sent: 'See bakery.com',
    is: 'other',
  },
  {
    why: 'the same file',
    listed: 'https://t.co/photophoto',
    urls: [photo],
    keys: ['3_77'],
    sent: '',
    mediaId: '77',
    is: 'same',
  },
  {
    why: 'another file without words',
    listed: 'https://t.co/photophoto',
    urls: [photo],
    keys: ['3_78'],
    sent: '',
    mediaId: '77',
    is: 'other',
  },
  {
    why: 'the same words over a file that was uploaded again',
    listed: 'Rolls https://t.co/photophoto',
    urls: [photo],
    keys: ['3_78'],
    sent: 'Rolls',
    mediaId: '77',
    is: 'same',
  },
  {
    why: 'a file that the list does not report',
    listed: 'https://t.co/photophoto',
    sent: '',
    mediaId: '77',
    is: 'unsure',
  },
  {
    why: 'words over a file that the list does not report',
    listed: 'Rolls https://t.co/photophoto',
    sent: 'Rolls',
    mediaId: '77',
    is: 'unsure',
  },
  {
    why: 'the same words over a file, sent without one',
    listed: 'Rolls https://t.co/photophoto',
    urls: [photo],
    keys: ['3_78'],
    sent: 'Rolls',
    is: 'other',
  },
]) {
  test(`a listed post with ${why} is ${is}`, () => {
    assert.equal(
      compare(tweetShape.parse({ id: '1', text: listed, entities: { urls }, attachments: { media_keys: keys } }), {
        text: sent,
        mediaId,
      }),
      is,
    );
  });
}
