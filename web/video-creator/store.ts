/** Holds the document, who looks at it, and what can be taken back. */
import { applied, diffOf, reversed, type Diff, type VideoDocument } from './document.ts';

/** What is on the screen: the document, the selected slide, and whether there is a way back or forth. */
export type Snapshot = {
  readonly document: VideoDocument;
  readonly selected: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
};

/** A step of the history; the selection before and after it comes along. */
type Step = { diff: Diff; selected: { from: string; to: string }; gesture: string | null; at: number };

/** Who changes: the person, whose change can be taken back, or the program, whose cannot. */
export type Change = {
  /** Changes of one gesture within a second of each other are one step: typing, dragging a slider. */
  gesture?: string;
  select?: string;
  byProgram?: boolean;
};

/** Milliseconds without a change after which a gesture is over. */
const pauseMs = 1_000;
const mostSteps = 500;

/** The editor's document with its history. */
export class DocumentStore {
  #now: Snapshot;
  #done: Step[] = [];
  #undone: Step[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #clock: () => number;

  constructor(document: VideoDocument, selected: string, clock: () => number = Date.now) {
    this.#now = { document, selected, canUndo: false, canRedo: false };
    this.#clock = clock;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#now;

  /** Puts another document in place of this one. Nothing happens where they are equal. */
  change(make: (document: VideoDocument) => VideoDocument, { gesture, select, byProgram = false }: Change = {}): void {
    const { document, selected } = this.#now;
    const after = make(document);
    const to = select ?? selected;
    const diff = diffOf(document, after);
    if (diff !== null && !byProgram) {
      this.#record({ diff, selected: { from: selected, to }, gesture: gesture ?? null, at: this.#clock() });
      this.#undone = [];
    }
    this.#show(diff === null ? document : after, to);
  }

  /** Selects a slide; no step of the history. */
  select(id: string): void {
    this.change((document) => document, { select: id });
  }

  /** Begins a new step with the next change, whatever its gesture. */
  mark(): void {
    const last = this.#done.at(-1);
    if (last !== undefined) last.gesture = null;
  }

  undo(): void {
    const step = this.#done.pop();
    if (step === undefined) return;
    this.#undone.push({ ...step, gesture: null });
    this.#show(applied(this.#now.document, reversed(step.diff)), step.selected.from);
  }

  redo(): void {
    const step = this.#undone.pop();
    if (step === undefined) return;
    this.#done.push(step);
    this.#show(applied(this.#now.document, step.diff), step.selected.to);
  }

  #record(step: Step): void {
    const last = this.#done.at(-1);
    const goesOn =
      last !== undefined && step.gesture !== null && last.gesture === step.gesture && step.at - last.at < pauseMs;
    if (!goesOn) {
      this.#done = [...this.#done.slice(-mostSteps + 1), step];
      return;
    }
    // The step reaches from before the first of its changes to after the last.
    const before = applied(this.#now.document, reversed(last.diff));
    const whole = diffOf(before, applied(this.#now.document, step.diff));
    this.#done.pop();
    if (whole !== null)
      this.#done.push({ ...step, diff: whole, selected: { ...step.selected, from: last.selected.from } });
  }

  #show(document: VideoDocument, wanted: string): void {
    const selected = document.order.includes(wanted)
      ? wanted
      : document.order.includes(this.#now.selected)
        ? this.#now.selected
        : (document.order[0] ?? '');
    this.#now = { document, selected, canUndo: this.#done.length > 0, canRedo: this.#undone.length > 0 };
    for (const listener of this.#listeners) listener();
  }
}
