import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';
import {
  codesFromKnownAddresses,
  codesFromUnknownAddresses,
  codesSignedIn,
  secondsToWait,
} from '../../base/limits/limits.ts';
import { triesOf, type TriedFrom } from './take-code.ts';

const [minute, day] = [60_000, 86_400_000];
const time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });

test('guessing codes from everywhere at once succeeds with a chance under one in a thousand a day', async () => {
  const sources: { from: TriedFrom; address: string }[] = [
    ...Array.from({ length: 40 }, (_, index) => ({
      from: { kind: 'log-in', isKnown: false } as const,
      address: `203.0.113.${index}`,
    })),
    ...Array.from({ length: 5 }, (_, index) => ({
      from: { kind: 'log-in', isKnown: true } as const,
      address: `192.0.2.${index}`,
    })),
    ...['1', '2', '3'].map((id) => ({ from: { kind: 'session', id } as const, address: '' })),
  ];
  const through: number[] = [];
  await server.db.asSystem(async (tx) => {
    // Every address tries every ten minutes, for two days.
    for (let at = time; at < time + 2 * day; at += 10 * minute) {
      for (const source of sources) {
        const tries = triesOf({ id: '4711', code: '123456', ...source });
        let waits = false;
        for (const [limit, who, where] of tries)
          waits ||=
            (await secondsToWait(tx, limit, { who, now: new Date(at), ...(where === undefined ? {} : { where }) })) > 0;
        if (!waits) through.push(at);
      }
    }
  });
  const most = Math.max(...through.map((start) => through.filter((at) => at >= start && at < start + day).length));
  assert.equal(most, codesFromUnknownAddresses.most + codesFromKnownAddresses.most + codesSignedIn.most);
  // At any moment three of a million codes are right.
  assert.ok(most * 3e-6 < 1 / 1000);
});
