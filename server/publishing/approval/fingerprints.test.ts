/** The fingerprint of an item's content: what an approval is about. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';

const db = await testDatabase();

// The function as it was before items could have more than words and one file.
const before = `
  select encode(sha256(convert_to((
    jsonb_build_array((rows.item).title, (rows.item).description, (rows.item).description_format,
      (rows.item).file_id)
    || case when (rows.item).own_words = '{}' and (rows.item).alt_text = '' then '[]'
       else jsonb_build_array((rows.item).own_words, (rows.item).alt_text) end)::text, 'UTF8')), 'hex')`;

test('10,000 items without anything further have the fingerprint with which they were approved', async () => {
  const { rows } = await db.pool.query<{ items: number; kept: number; kinds: number }>(`
    with rows as (
      select jsonb_populate_record(null::items, jsonb_build_object(
        'id', n, 'title', case n % 3 when 0 then '' else 'Title ' || n end, 'description', repeat('ü 🦊 ', n % 40) || n,
        'description_format', case n % 5 when 0 then 'formatted' else 'text' end,
        'file_id', case n % 4 when 0 then n end, 'alt_text', case n % 7 when 0 then 'Alt ' || n else '' end,
        'own_words', case n % 6 when 0 then jsonb_build_object('twitter', jsonb_build_object('title', '', 'description',
          'X ' || n)) else '{}' end,
        'title_from_file', false, 'options', '{}'::jsonb, 'parts', '[]'::jsonb, 'files_hash', '')) as item
      from generate_series(1, 10000) n
    )
    select count(*)::int as items, count(distinct content_fingerprint(item))::int as kinds,
      count(*) filter (where content_fingerprint(item) = (${before}))::int as kept
    from rows`);
  assert.deepEqual(rows, [{ items: 10_000, kept: 10_000, kinds: 10_000 }]);
});

test('each further part of the content changes the fingerprint', async () => {
  const changes = [
    {},
    { title_from_file: true },
    { options: { youtube: { privacy: 'unlisted' } } },
    { parts: [{ role: 'comment', words: 'C' }] },
    { crop: { x: 1 } },
    { files_hash: 'a' },
    { files_hash: 'b' },
    { own_words: { twitter: { title: '', description: 'X' } } },
  ];
  const { rows } = await db.pool.query<{ kinds: number }>(
    `select count(distinct content_fingerprint(jsonb_populate_record(null::items, jsonb_build_object('title', 'T',
      'description', 'D', 'description_format', 'text', 'own_words', '{}'::jsonb, 'alt_text', '',
      'title_from_file', false, 'options', '{}'::jsonb, 'parts', '[]'::jsonb, 'files_hash', '') || change)))::int
      as kinds
     from jsonb_array_elements($1::jsonb) change`,
    [JSON.stringify(changes)],
  );
  assert.equal(rows[0]?.kinds, changes.length);
});
