import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openDesign } from '#contract/content/designs-document.ts';
import { openDesignFiles } from '#render/design/draw-picture.ts';
import { problemsOf } from '#render/layout/design/index.ts';
import { shippedDesignFiles } from '../../content/designs/index.ts';
import { premadeStream, premadeStreams } from './premade.ts';

for (const { id, items } of premadeStreams)
  test(`every picture of ${id} is drawn without a problem for a person to solve`, async () => {
    const stream = premadeStream(id);
    assert.ok(stream);
    assert.equal(stream.rows.length, items);
    const { design } = openDesign(stream.document);
    for (const { title, texts } of stream.rows) {
      const layers = design.layers.map((layer) => {
        const text = texts[layer.id];
        return layer.kind === 'text' && text !== undefined ? { ...layer, text } : layer;
      });
      const filled = { ...design, layers };
      const { means } = await openDesignFiles(filled, shippedDesignFiles);
      assert.deepEqual(problemsOf(filled, means), [], title);
    }
  });
