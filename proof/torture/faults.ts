import { z } from 'zod';
import type { Random } from '../random.ts';
import type { SandboxProcess } from './sandbox.ts';

type Fault = { network: string; operation: string; kind: string; after: 'accept' | 'commit'; seconds?: number };

const everywhere = (network: string, operation: string): Fault[] => [
  { network, operation, kind: 'error', after: 'accept' },
  { network, operation, kind: 'error', after: 'commit' },
  { network, operation, kind: 'cut', after: 'accept' },
  { network, operation, kind: 'cut', after: 'commit' },
  { network, operation, kind: 'half', after: 'commit' },
  { network, operation, kind: 'html', after: 'accept' },
  { network, operation, kind: 'html', after: 'commit' },
  { network, operation, kind: 'gzip', after: 'commit' },
  { network, operation, kind: 'slow', after: 'accept', seconds: 2 },
  { network, operation, kind: 'slow', after: 'commit', seconds: 6 },
  { network, operation, kind: 'rate-limit', after: 'accept', seconds: 2 },
  { network, operation, kind: 'unavailable', after: 'accept', seconds: 3 },
];

/**
 * The faults: before the action, after it, in every network's own form. A refused text fails, a refused key loses its
 * account.
 */
const faults: readonly [Fault, ...Fault[]] = [
  { network: 'telegram', operation: 'create', kind: 'parse', after: 'accept' },
  { network: 'telegram', operation: 'create', kind: 'id-zero', after: 'commit' },
  { network: 'medium', operation: 'create', kind: 'forbidden', after: 'accept' },
  ...everywhere('telegram', 'create'),
  ...everywhere('telegram', 'create'),
  ...everywhere('wordpress', 'create'),
  ...everywhere('wordpress', 'publish'),
  ...everywhere('medium', 'create'),
];
const losses: readonly [Fault, ...Fault[]] = [
  { network: 'telegram', operation: 'create', kind: 'kicked', after: 'accept' },
  { network: 'medium', operation: 'create', kind: 'revoked', after: 'accept' },
  { network: 'wordpress', operation: 'publish', kind: 'revoked', after: 'accept' },
];
const lossesAmong = 0.01;
/** A larger backlog of faults only means that a network is idle. */
const mostArmed = 30;

const armedList = z.object({ faults: z.array(z.object({ kind: z.string(), after: z.string() })) });
const nameOf = ({ kind, after }: { kind: string; after: string }): string =>
  `${kind} ${after === 'commit' ? 'after' : 'before'}`;

/** Keeps arming faults; reports which were triggered. */
export type FaultSource = { arm(): Promise<void>; met(): Promise<Map<string, number>> };

/** Arms faults for the next requests, each for one request. */
export function openFaults(sandbox: SandboxProcess, random: Random): FaultSource {
  const armed = new Map<string, number>();
  const listArmed = async () => armedList.parse(await sandbox.control('GET', 'faults')).faults;
  return {
    arm: async () => {
      if ((await listArmed()).length >= mostArmed) return;
      const fault = random.next() < lossesAmong ? random.pick(losses) : random.pick(faults);
      await sandbox.control('POST', 'faults', { ...fault, times: 1 });
      armed.set(nameOf(fault), (armed.get(nameOf(fault)) ?? 0) + 1);
    },
    met: async () => {
      const met = new Map(armed);
      for (const fault of await listArmed()) met.set(nameOf(fault), (met.get(nameOf(fault)) ?? 0) - 1);
      return new Map([...met].filter(([, count]) => count > 0).toSorted(([a], [b]) => a.localeCompare(b)));
    },
  };
}
