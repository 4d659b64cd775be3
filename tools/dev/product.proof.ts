import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { openProduct } from './product.ts';

test('a first start that fails is reported, and leaves the process running for the next change', async () => {
  const said: string[] = [];
  const product = openProduct({ say: (line) => said.push(line) });
  // Nothing listens on the port of discarded bytes.
  product.start({ databaseUrl: 'postgres://a:b@127.0.0.1:9/x', siteDir: '', sandbox: null });
  await assert.rejects(product.lines(), /the server did not start/);
  await until(() => said.includes('The server has not started. The next change starts it again.'));
  await product.stop();
});
