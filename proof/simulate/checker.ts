/**
 * The invariants that must hold after every step: the feeds have as many copies as the states say; nothing is sent
 * before its time, under a pause, without a required approval, or faster than the account's pace; final states are
 * final; every delivery that waits for a person says why; and a round has every item that does not rest.
 */

import type { DeliveryState } from '#rules/delivery-states.ts';
import { checkChange, type ChangeMeans } from './check-changes.ts';
import { checkDelivery, checkRows, isKeptBack, isLeft } from './check-rows.ts';
import type { Feeds, Request } from './feed.ts';
import { checkMarks } from './pausing-schedules.ts';
import { createUndoCheck, type Moves } from './undoing-moves.ts';
import { checkRounds } from './resting.ts';
import type { DeliveryNow, Snapshot } from './snapshot.ts';

/**
 * The dependencies of the checker. `latestOf` is the latest instant that any clock, or this worker's, has shown;
 * `lateLimitMs` the operator's limit; `recorded` how many attempts at a delivery stand in the journal, if there is one.
 */
export type CheckerMeans = ChangeMeans & { feeds: Feeds; recorded?: (marker: string) => number };

/** The checker of one seed. */
export type Checker = {
  /** Compares the committed rows with those before and with the feeds. */
  look(snapshot: Snapshot): void;
  /** A request has reached a network. */
  request(request: Request): void;
  /** How often a person has decided to publish a delivery again. */
  eraOf(marker: string): number;
  /** The rows are copied, to go back to them later. */
  copied(): void;
  /** The database has gone back to its copy: its rows are compared with those from now on. */
  forget(): void;
  /** Since when nothing may be sent; null: it may. */
  hold(since: number | null): void;
  /** After the end of all faults, when nothing changes any more. */
  lookAtEnd(snapshot: Snapshot): void;
};

/** The least and most copies in the feed that a state allows, of the current era. */
const copies: Readonly<Record<DeliveryState, readonly [number, number]>> = {
  scheduled: [0, 0],
  claimed: [0, 0],
  waiting: [0, 0],
  failed: [0, 0],
  missed: [0, 0],
  cancelled: [0, 0],
  sending: [0, 1],
  processing: [0, 1],
  uncertain: [0, 1],
  published: [1, 1],
};

/** A checker before its first step. */
export function createChecker(means: CheckerMeans): Checker {
  const { feeds, latestOf, broken, recorded = () => 0 } = means;
  /** How often a person has had a delivery published again, by its marker; its copies are counted within one era. */
  const eras = new Map<string, number>();
  /** Markers of deliveries that a person has declared published, so that no id and no copy is required. */
  const declaredPublished = new Set<string>();
  /** Requests by marker: since the beginning, and since the database went back. */
  const requests = { all: new Map<string, number>(), known: new Map<string, number>() };
  const wordsAtFence = new Map<string, string>();
  let undos = createUndoCheck();
  let movesAtCopy: Moves = new Map();
  let isBack = false;
  let heldSince: number | null = null;
  let before: Snapshot | null = null;
  let rows: ReadonlyMap<string, DeliveryNow> = new Map();

  const eraOf = (marker: string): number => eras.get(marker) ?? 0;

  /** What later checks have to know of a delivery's change. */
  const remember = (was: DeliveryNow, is: DeliveryNow, { occurrences, items }: Snapshot): void => {
    if (isLeft(was) && is.state === 'scheduled') eras.set(is.marker, eraOf(is.marker) + 1);
    if (isLeft(was) && is.state === 'published') declaredPublished.add(is.marker);
    if (is.state !== 'sending') return;
    const occurrence = occurrences.find(({ id }) => id === is.occurrenceId);
    if (occurrence !== undefined)
      wordsAtFence.set(is.marker, items.find(({ id }) => id === occurrence.itemId)?.words ?? '');
  };

  const checkChanges = (now: Snapshot): void => {
    for (const is of now.deliveries) {
      const was = rows.get(is.id);
      if (was === undefined) {
        if (is.state !== 'scheduled' && !isBack) broken(`delivery ${is.id} began as ${is.state}`);
      } else if (was.state !== is.state) {
        remember(was, is, now);
        checkChange({ was, is, before, now }, isBack ? { ...means, isBack } : means);
      }
    }
    if (now.deliveries.length < rows.size) broken('deliveries are gone');
  };

  const checkCopies = (row: DeliveryNow): void => {
    const all = feeds.posts.filter(({ marker }) => marker === row.marker);
    const ofEra = all.filter(({ era }) => era === eraOf(row.marker)).length;
    // What was sent in the time that the database does not know is out, whatever its row says; but never twice.
    const [least, most] = isBack ? [copies[row.state][0], 1] : copies[row.state];
    if (ofEra > most) broken(`delivery ${row.id} is ${row.state} and stands ${ofEra} times in the feed`);
    // A post that a person has published again may turn out to exist already; the person saw the account and decided.
    if (all.length < least && !declaredPublished.has(row.marker))
      broken(`delivery ${row.id} is ${row.state} and does not stand in the feed`);
  };

  const checkNewSnapshot = (now: Snapshot): void => {
    checkChanges(now);
    checkRows(now, broken);
    checkMarks(now, broken);
    if (before !== null) {
      checkRounds({ before, now, broken });
      undos.check({ before, now, broken });
    }
    for (const row of now.deliveries) {
      checkDelivery(row, now.accounts, broken);
      if (row.state === 'published' && row.postId === null && !declaredPublished.has(row.marker))
        broken(`delivery ${row.id} is published without an id`);
    }
  };

  return {
    eraOf,
    look: (snapshot) => {
      if (snapshot !== before) checkNewSnapshot(snapshot);
      for (const row of snapshot.deliveries) checkCopies(row);
      before = snapshot;
      rows = new Map(snapshot.deliveries.map((row) => [row.id, row]));
    },
    copied: () => {
      movesAtCopy = undos.moves();
    },
    forget: () => {
      [isBack, before, rows, undos] = [true, null, new Map(), createUndoCheck(movesAtCopy)];
      requests.known.clear();
      wordsAtFence.clear();
    },
    hold: (since) => {
      heldSince = since;
    },
    request: ({ marker, words, sentAt }) => {
      if (heldSince !== null && sentAt > heldSince) broken(`a request was sent for ${marker} while posting was held`);
      const atFence = wordsAtFence.get(marker);
      if (atFence !== undefined && atFence !== words)
        broken(`other words were sent for ${marker} than it had at the fence`);
      const count = counted(requests.known, marker);
      const all = counted(requests.all, marker);
      const row = before?.deliveries.find((delivery) => delivery.marker === marker);
      // A request that was under way when the database went back has its attempt in the journal alone.
      const isInJournal = isBack && all <= recorded(marker);
      if ((row === undefined || row.attempts < count) && !isInJournal)
        broken(`${count} requests were sent for a delivery with ${row?.attempts ?? 0} attempts on record`);
      else if (row !== undefined && row.dueAt > latestOf(null) && row.state === 'sending')
        broken(`delivery ${row.id} was sent before its time`);
    },
    lookAtEnd: (snapshot) => {
      for (const row of snapshot.deliveries) {
        const isOver = isLeft(row) || isKeptBack(row) || row.state === 'published' || row.state === 'cancelled';
        if (!isOver) broken(`delivery ${row.id} is lost: in the end it is still ${row.state}`);
      }
      const keptBack = new Set(snapshot.deliveries.filter(isKeptBack).map(({ occurrenceId }) => occurrenceId));
      const open = snapshot.occurrences.filter(({ id, state }) => state === 'scheduled' && !keptBack.has(id));
      for (const { id } of open) broken(`occurrence ${id} is still open in the end`);
    },
  };
}

/** Counts one more; returns the count. */
function counted(counts: Map<string, number>, marker: string): number {
  const count = (counts.get(marker) ?? 0) + 1;
  counts.set(marker, count);
  return count;
}
