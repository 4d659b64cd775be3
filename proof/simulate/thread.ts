/** One thread of a simulation: its own database, one seed after the other as they are sent. */

import { parentPort } from 'node:worker_threads';
import { openSimulationDatabase } from './database.ts';
import { playSeed } from './seed.ts';
import type { Ended, Order } from './threads.ts';
import { hashOfTrace } from './trace-hash.ts';

const port = parentPort;
if (port === null) throw new Error('this runs as a thread of a simulation');
const opening = openSimulationDatabase();

port.on('message', (order: Order) => {
  void answer(order);
});
port.postMessage(null);

async function answer(order: Order): Promise<void> {
  const database = await opening;
  if (order.kind === 'end') {
    await database[Symbol.asyncDispose]();
    process.exit();
  }
  const { replacement, losing } = order;
  const texts = new Set<string>();
  const replaced = ({ text }: { text: string }): string => {
    texts.add(text);
    return text === replacement?.text ? replacement.instead : text;
  };
  const played = await playSeed({ seed: order.seed, database, replaced, ...(losing && { losing }) });
  const isShown = order.isTraced || played.violations.length > 0;
  const ended: Ended = {
    ...played,
    traceHash: hashOfTrace(played.trace),
    texts: [...texts],
    trace: isShown ? played.trace : [],
  };
  port?.postMessage(ended);
}
