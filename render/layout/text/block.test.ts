import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { aFace, aStyle, interStack } from '../../testing.ts';
import { stageOf } from '../geometry.ts';
import type { TextStyle } from '../project.ts';
import { textBlock, type TextBlock } from './block.ts';

const stage = stageOf('16:9');

function laidOut(
  text: string,
  style: Partial<TextStyle> = {},
  hasEmoji: (grapheme: string) => boolean = () => true,
): TextBlock {
  const block = textBlock(text, aStyle(style), { stage, fonts: interStack(), hasEmoji });
  assert.ok(block);
  return block;
}

describe('lines', () => {
  test('a text without visible characters has no block', () => {
    assert.equal(textBlock(' \n ', aStyle(), { stage, fonts: interStack(), hasEmoji: () => true }), null);
  });

  test('lines of a wrapped text are about equally long', () => {
    const { lines } = laidOut('Grow your agency with content that sells every single day', { size: 32 });
    assert.deepEqual(lines, ['Grow your agency with content', 'that sells every single day']);
  });

  test('a line break stays, and so does an empty line', () => {
    assert.deepEqual(laidOut('One\n\nTwo').lines, ['One', '', 'Two']);
  });

  for (const { script, text, first } of [
    { script: 'Thai', text: 'สวัสดีชาวโลกภาษาไทยไม่มีช่องว่างระหว่างคำและยาวมากจนต้องตัดบรรทัด', first: 'สวัสดีชาวโลกภาษาไทย' },
    {
      script: 'Hindi',
      text: 'नमस्ते दुनिया यह एक लंबी पंक्ति है जो एक पंक्ति ' + 'में नहीं समाती',
      first: 'नमस्ते दुनिया यह एक लंबी पंक्ति',
    },
  ]) {
    test(`${script} breaks between words`, () => {
      const { lines, missing } = laidOut(text, { size: 36 });
      assert.equal(lines[0], first);
      assert.deepEqual(missing, []);
    });
  }

  test('punctuation does not begin a line, and an opening bracket does not end one', () => {
    for (let size = 20; size <= 60; size += 2) {
      const { lines } = laidOut('สวัสดี (ชาวโลก), ภาษาไทย! ไม่มี (ช่องว่าง) ระหว่างคำ, และยาวมาก', { size });
      assert.deepEqual(
        lines.filter((line) => /^[),!]|\($/.test(line)),
        [],
        `size ${size}`,
      );
    }
  });

  test('a word that is wider than the stage shrinks to half its size, and is then cut', () => {
    const long = laidOut('Donaudampfschifffahrtsgesellschaft', { size: 60 });
    assert.equal(long.lines.length, 1);
    assert.ok(long.shrunk !== null && long.shrunk.taken >= 30 && long.shrunk.taken < 60);
    const longer = laidOut('https://www.example.com/a-very-long-address-without-spaces?with=parameters&and=more', {
      size: 60,
    });
    assert.ok(longer.lines.length > 1);
    assert.equal(
      longer.lines.join(''),
      'https://www.example.com/a-very-long-address-without-spaces?with=parameters&and=more',
    );
  });
});

describe('sizes of texts', () => {
  test('the size of a text is for a stage 640 wide', () => {
    assert.equal(laidOut('Start', { size: 28 }).size, 56);
    assert.equal(laidOut('Start', { size: 28 }).shrunk, null);
  });

  test('a text shrinks until it fits, and reports that', () => {
    const { box, shrunk } = laidOut('Much to read. '.repeat(60), { size: 60 });
    assert.ok(box.height <= stage.height * 0.87 && box.width <= stage.width * 0.87);
    assert.ok(shrunk !== null && shrunk.wanted === 60 && shrunk.taken < 30);
  });

  test('every size keeps the box on the stage', () => {
    for (const ratio of ['16:9', '9:16', '1:1'] as const) {
      for (let size = 1; size <= 100; size += 11) {
        const block = textBlock(
          'Plan, create and publish for every client from one calendar',
          aStyle({ size, position: 'bottom-right' }),
          {
            stage: stageOf(ratio),
            fonts: interStack(),
            hasEmoji: () => false,
          },
        );
        assert.ok(block && block.box.x >= 0 && block.box.y >= 0, `${ratio} ${size}`);
      }
    }
  });
});

describe('scripts', () => {
  test('right-to-left words are placed from right to left, numbers in them from left to right', () => {
    const { runs } = laidOut('שלום 45 abc');
    const xs = runs.map((run) => (run.kind === 'glyphs' ? run.x : run.rect.x));
    assert.equal(runs.length, 4);
    assert.deepEqual(
      xs,
      xs.toSorted((a, b) => a - b),
    );
    const [first] = runs;
    const latin = aFace('inter').shape('abc', { size: 56, direction: 'ltr' }).path;
    assert.ok(first?.kind === 'glyphs' && first.path === latin, 'the Latin word, last in reading, stands at the left');
  });

  test('brackets are mirrored in right-to-left text', () => {
    const last = laidOut('(שלום)').runs.at(-1);
    const closing = aFace('inter').shape(')', { size: 56, direction: 'rtl' }).path;
    assert.ok(
      last?.kind === 'glyphs' && last.path === closing,
      'the bracket that opens stands at the right and looks left',
    );
  });

  test('Arabic letters join', () => {
    const joined = aFace('noto-sans-arabic', 'arabic').shape('بب', { size: 100, direction: 'rtl' });
    const single = aFace('noto-sans-arabic', 'arabic').shape('ب', { size: 100, direction: 'rtl' });
    assert.ok(joined.width < single.width * 2 * 0.95);
  });

  test('characters that no file has are reported', () => {
    assert.deepEqual(laidOut('Café 漢字 ok', {}, () => false).missing, ['漢', '字']);
  });

  test('an emoji is one picture, however many characters it has', () => {
    const { runs, missing } = laidOut('Hi 👩🏽‍🚀 and 🇩🇪!');
    assert.deepEqual(
      runs.flatMap((run) => (run.kind === 'emoji' ? [run.text] : [])),
      ['👩🏽‍🚀', '🇩🇪'],
    );
    assert.deepEqual(missing, []);
  });

  test('an emoji without a picture is reported', () => {
    assert.deepEqual(laidOut('Hi 🦄', {}, () => false).missing, ['🦄']);
  });

  test('digits, # and © stay letters', () => {
    assert.ok(laidOut('#1 © 2026 *').runs.every(({ kind }) => kind === 'glyphs'));
  });
});

test('the alignment may differ from the position', () => {
  const firstX = (align: 'auto' | 'left' | 'right'): number => {
    const [first] = laidOut('One\nA much longer second line', { align }).runs;
    assert.ok(first?.kind === 'glyphs');
    return first.x;
  };
  assert.ok(firstX('left') < firstX('auto') && firstX('auto') < firstX('right'));
});
