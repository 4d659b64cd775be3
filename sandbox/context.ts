import type { Duplex } from 'node:stream';
import type { NameServer } from './dns/server.ts';
import type { Faults } from './faults/faults.ts';
import type { MediaStore } from './media/store.ts';
import type { Windows } from './faults/windows.ts';
import type { StripeDeliveries } from './stripe/deliveries.ts';
import type { State } from './state/state.ts';

/** How long every network waits before it answers. */
export type Latency = { ms: number };

/**
 * The dependencies of every network's server. `sockets` are the open websockets. `publicUrl` is the address people see,
 * without a trailing slash; `ownUrl` the one the server listens at.
 */
export type Context = {
  state: State;
  media: MediaStore;
  faults: Faults;
  windows: Windows;
  sockets: Set<Duplex>;
  clock: Clock;
  stripe: StripeDeliveries;
  publicUrl: string;
  ownUrl: string;
  now: () => Date;
  /** The name server of customers' domains, once it listens. */
  dns?: NameServer;
};

/** How far the sandbox's time is ahead of the machine's. */
export type Clock = { aheadMs: number };
