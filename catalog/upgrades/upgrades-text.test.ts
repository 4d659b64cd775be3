import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { courses, packs, words, type Text } from './testing-texts.ts';

/** Sentences of at least four words, without the marks of lists and emphasis. */
function sentences(markdown: string): string[] {
  return markdown
    .replace(/^#.*$/gm, '')
    .replace(/^\s*(?:[-*>|]|\d+\.)\s*/gm, '')
    .replace(/[*_`"|]/g, '')
    .split(/[.!?:]\s|\n+/)
    .map((sentence) => sentence.trim().toLowerCase().replace(/\W+$/, ''))
    .filter((sentence) => words(sentence) >= 4);
}

/** Pairs of texts that share more than a fifth of the shorter one's sentences. */
function alike(texts: readonly Text[]): string[] {
  const bySentence = new Map<string, Set<number>>();
  const counts = texts.map(({ markdown }, index) => {
    const own = new Set(sentences(markdown));
    for (const sentence of own) bySentence.set(sentence, (bySentence.get(sentence) ?? new Set()).add(index));
    return own.size;
  });

  const shared = new Map<string, number>();
  for (const holders of bySentence.values()) {
    const list = [...holders];
    for (const [at, one] of list.entries())
      for (const other of list.slice(at + 1)) shared.set(`${one} ${other}`, (shared.get(`${one} ${other}`) ?? 0) + 1);
  }

  return [...shared].flatMap(([pair, count]) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number);
    const least = Math.min(counts[one] ?? 0, counts[other] ?? 0);
    return count * 5 > least ? [`${texts[one]?.path} and ${texts[other]?.path}: ${count} of ${least}`] : [];
  });
}

const lessons = courses.flatMap((course) => course.texts);
const articles = packs.flatMap((pack) => pack.texts);

describe('courses of the upgrades', () => {
  test('there are twenty courses, each with five lessons', () => {
    assert.equal(courses.length, 20);
    for (const { path, texts } of courses) assert.equal(texts.length, 5, path);
  });

  test('a lesson has at least 500 words, a title, sections and a list of things to do at its end', () => {
    for (const { path, markdown } of lessons) {
      assert.ok(words(markdown) >= 500, `${path} has ${words(markdown)} words`);
      assert.match(markdown, /^# \S/, path);
      const sections = markdown.split(/^## /m).slice(1);
      assert.ok(sections.length >= 3, path);
      assert.ok((sections.at(-1)?.match(/^(?:[-*]|\d+\.) /gm) ?? []).length >= 3, `${path} ends without a list`);
    }
  });

  test('every course says for whom it is and what they learn', () => {
    for (const { path, about } of courses)
      for (const field of ['title', 'for', 'outcome']) assert.match(about[field] ?? '', /\w/, `${path}: ${field}`);
  });
});

describe('article packs of the upgrades', () => {
  test('there are ten article packs, each with five articles', () => {
    assert.equal(packs.length, 10);
    for (const { path, texts } of packs) assert.equal(texts.length, 5, path);
  });

  test('an article has at least 400 words, and the list of its pack contains its title', () => {
    for (const { path, markdown, listed } of articles) {
      assert.ok(words(markdown) >= 400, `${path} has ${words(markdown)} words`);
      assert.equal(/^# (.+)$/m.exec(markdown)?.[1], listed['title'], path);
      for (const field of ['summary', 'caption']) assert.match(listed[field] ?? '', /\w+ \w+/, `${path}: ${field}`);
    }
  });
});

test('no two lessons or articles share more than a fifth of their sentences', () => {
  assert.deepEqual(alike([...lessons, ...articles]), []);
});

test('no two lessons or articles begin with the same sentence', () => {
  const openings = [...lessons, ...articles].map(({ markdown }) => sentences(markdown)[0]);
  assert.equal(new Set(openings).size, openings.length);
});
