/** The states of a delivery, the actions of people in each, and the resulting states of an occurrence and its round. */

/** The states of a delivery. `uncertain` without a planned read-back waits for a person. */
export const deliveryStates = [
  'scheduled',
  'claimed',
  'sending',
  'processing',
  'waiting',
  'uncertain',
  'published',
  'failed',
  'missed',
  'cancelled',
] as const;
/** One of `deliveryStates`. */
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * The actions of people on a delivery: `move` and `cancel` come with its schedule, the others are buttons of its own.
 */
export type DeliveryAction =
  | 'move'
  | 'cancel'
  | 'it-is-there'
  | 'publish-again'
  | 'publish-now'
  | 'next-free-time'
  | 'posted-by-hand'
  | 'leave-out';

const actions = {
  scheduled: ['move', 'cancel'],
  claimed: ['move', 'cancel'],
  sending: ['cancel'],
  processing: [],
  waiting: ['move', 'cancel', 'posted-by-hand', 'leave-out'],
  uncertain: ['it-is-there', 'publish-again'],
  published: [],
  failed: ['publish-again'],
  missed: ['move', 'cancel', 'publish-now', 'next-free-time'],
  cancelled: [],
} as const satisfies Record<DeliveryState, readonly DeliveryAction[]>;

/** The states in which an action is possible, for the statements that carry it out. */
export function statesFor(action: DeliveryAction): DeliveryState[] {
  return deliveryStates.filter((state) => isAllowed(action, state));
}

/**
 * The actions that are allowed on a delivery now. An uncertain one allows none while its account is still being read
 * back; a waiting one can be reported as posted only if it was handed over.
 */
export function actionsFor(delivery: { state: DeliveryState; nextAt: Date | null }): readonly DeliveryAction[] {
  if (delivery.state === 'uncertain' && !isDone(delivery)) return [];
  return delivery.state === 'waiting' && !isHandedOver(delivery) ? ['move', 'cancel'] : actions[delivery.state];
}

/**
 * Whether a delivery waits, without a deadline, for a person to post it by hand; waiting for an account has a deadline.
 */
export const isHandedOver = ({ state, nextAt }: { state: DeliveryState; nextAt: Date | null }): boolean =>
  state === 'waiting' && nextAt === null;

/** Why a planned post cannot move: it is published, it may be, it is being sent, or there is nothing left to send. */
export type MoveRefusal = 'out' | 'uncertain' | 'under-way' | 'nothing-waits';

/**
 * Why an occurrence whose deliveries have these states cannot move; null if it can. All of its accounts move together,
 * so one that has the post, or may have it, holds the others.
 */
export function moveRefusalOf(states: readonly DeliveryState[]): MoveRefusal | null {
  if (states.includes('published')) return 'out';
  if (states.includes('uncertain')) return 'uncertain';
  if (states.includes('sending') || states.includes('processing')) return 'under-way';
  return states.some((state) => isAllowed('move', state)) ? null : 'nothing-waits';
}

function isAllowed(action: DeliveryAction, state: DeliveryState): boolean {
  const allowed: readonly DeliveryAction[] = actions[state];
  return allowed.includes(action);
}

/** Whether nothing more happens to a delivery unless a person decides so. */
export function isDone({ state, nextAt }: { state: DeliveryState; nextAt: Date | null }): boolean {
  switch (state) {
    case 'published':
    case 'failed':
    case 'missed':
    case 'cancelled':
      return true;
    case 'uncertain':
      return nextAt === null;
    case 'scheduled':
    case 'claimed':
    case 'sending':
    case 'processing':
    case 'waiting':
      return false;
    default:
      return state satisfies never;
  }
}

const at = new Date(0);

/** The open states before anything was sent: planned deliveries that can still be stopped. */
export const unsentStates = deliveryStates.filter(
  (state) => isAllowed('move', state) && !isDone({ state, nextAt: at }),
);

/** The open states in which the network may have the post already. */
export const sentStates = deliveryStates.filter(
  (state) => !unsentStates.includes(state) && !isDone({ state, nextAt: at }),
);

/** The states of a delivery that is over, for good or until a person decides otherwise. */
export const endedStates = deliveryStates.filter((state) => isDone({ state, nextAt: at }));

/** The states of a delivery that is over without a post. */
export const postlessStates = endedStates.filter((state) => state !== 'published');

/** The states that a delivery never leaves. */
export const finalStates = endedStates.filter((state) => actions[state].length === 0);

/** The states without a known post in which a person may still have it published. */
export const undecidedStates = deliveryStates.filter(
  (state) => isAllowed('publish-again', state) || isAllowed('publish-now', state),
);

/** How many deliveries of an occurrence are open (not done), published, cancelled, and all together. */
export type DeliveryCounts = { all: number; open: number; published: number; cancelled: number };

/**
 * The state of an occurrence by its deliveries: posted when all are done and one is published (`done` 1), failed when
 * none is ('2').
 */
export function occurrenceState({
  all,
  open,
  published,
  cancelled,
}: DeliveryCounts): 'scheduled' | 'posted' | 'failed' | 'cancelled' {
  if (open > 0) return 'scheduled';
  if (published > 0) return 'posted';
  return cancelled === all ? 'cancelled' : 'failed';
}

/**
 * The next step after a finished round: another round only if the schedule repeats and something was posted, or was
 * left out only by a person's choice.
 */
export function afterRound({
  repurpose,
  posted,
  skipped = 0,
}: {
  repurpose: boolean;
  posted: number;
  skipped?: number;
}): 'next-round' | 'finished' | 'stopped' {
  if (!repurpose) return 'finished';
  return posted + skipped > 0 ? 'next-round' : 'stopped';
}
