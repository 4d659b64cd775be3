/** The start of a seed: an agency with clients, streams, accounts, and the events to come. */

import type { Frequency } from '#rules/planning.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { profiles } from './feed.ts';
import { randomOf, type Random } from '../random.ts';

/** A schedule to save: indexes into the lists of clients, streams and accounts. */
export type Order = {
  client: number;
  stream: number;
  accounts: number[];
  minutesAhead: number;
  zone: string;
  frequency: Frequency;
  repurpose: boolean;
};

/** The plan of a seed; durations in milliseconds. */
export type Plan = {
  start: number;
  horizonMs: number;
  clients: number;
  /** Items of each stream. */
  streams: number[];
  accounts: { client: number; network: NetworkId; lastsMs: number }[];
  orders: Order[];
  gapSeconds: ReadonlyMap<string, number>;
  workers: number;
  /** Instants, from the start on, at which a person does something. */
  actions: number[];
  setsClocks: boolean;
  lateLimitHours: number;
  approval: ApprovalPlan;
};

/**
 * The clients that approve their posts, the instants of decisions about approval, and whether everything is approved in
 * the end.
 */
export type ApprovalPlan = { clients: boolean[]; decisions: number[]; isDoneInTheEnd: boolean };

const hour = 3_600_000;

// Days around the clock changes in the zones below, and an ordinary day.
const starts = [
  '2026-03-28T09:00:00Z',
  '2026-03-07T20:00:00Z',
  '2026-10-31T20:00:00Z',
  '2026-10-24T12:00:00Z',
  '2026-06-01T12:00:00Z',
];
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];

/** Draws a plan: small, so that a seed is quick, and crowded, so that events coincide. */
export function drawPlan(random: Random): Plan {
  const clients = random.pick([1, 1, 2]);
  const streams = Array.from({ length: random.pick([1, 2]) }, () => random.int(1, 5));
  const networks = Array.from({ length: 2 }, () => random.pick(profiles));
  const accounts = Array.from({ length: random.int(1, 3) }, () => {
    const { id, renews } = random.pick(networks);
    return {
      client: random.int(0, clients - 1),
      network: id,
      lastsMs: renews ? (random.int(0, 30) * hour) / 3 : Infinity,
    };
  });
  const orders = Array.from({ length: random.pick([1, 2, 2, 3]) }, () => drawOrder(random, { streams, accounts }));
  const horizonMs = random.pick([3, 8, 30, 60]) * hour;
  return {
    start: Date.parse(random.pick(starts)),
    horizonMs,
    clients,
    streams,
    accounts,
    orders,
    gapSeconds: new Map(profiles.map(({ id }) => [id, random.pick([0, 0, 1, 60, 600])])),
    workers: random.pick([2, 2, 3]),
    actions: Array.from({ length: random.pick([0, 2, 5, 10]) }, () => random.int(0, horizonMs)),
    setsClocks: random.chance(0.25),
    lateLimitHours: random.pick([1, 24, 24]),
    approval: drawApproval(random, { clients, horizonMs }),
  };
}

/** Whether a client approves its posts in a seed. */
export const isApprovedAt = (seed: number): boolean => drawPlan(randomOf(seed)).approval.clients.includes(true);

function drawApproval(random: Random, { clients, horizonMs }: { clients: number; horizonMs: number }): ApprovalPlan {
  const isAsked = random.chance(0.33);
  return {
    clients: Array.from({ length: clients }, () => isAsked && random.chance(0.8)),
    decisions: isAsked ? Array.from({ length: random.pick([3, 6, 12]) }, () => random.int(0, horizonMs)) : [],
    isDoneInTheEnd: random.chance(0.6),
  };
}

/** Draws a schedule for a client's accounts. */
export function drawOrder(
  random: Random,
  { streams, accounts }: { streams: readonly unknown[]; accounts: readonly { client: number }[] },
): Order {
  const client = random.pick(accounts).client;
  return {
    client,
    stream: random.int(0, streams.length - 1),
    accounts: accounts.flatMap((account, index) => (account.client === client ? [index] : [])),
    minutesAhead: random.int(0, 90),
    zone: random.pick(zones),
    frequency: random.pick(['hourly', 'hourly', 'daily', 'weekdays']),
    repurpose: random.chance(0.3),
  };
}
