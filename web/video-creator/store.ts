/** Stores the document, its subscribers, and the history for undo and redo. */
import { applied, diffOf, reversed, type Diff, type VideoDocument } from './document.ts';

/** What is on the screen: the document, the selected slide, and whether undo and redo are possible. */
export type Snapshot = {
  readonly document: VideoDocument;
  readonly selected: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
};

/** A step of the history, including the selection before and after it. */
type Step = { diff: Diff; selected: { from: string; to: string }; gesture: string | null; at: number };

/** Who makes the change: the person, who can undo it, or the program, whose changes are not in the history. */
export type Change = {
  /** Changes of one gesture within a second of each other form one step: typing, dragging a slider. */
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

  /** Replaces the document by another one. Does nothing if they are equal. */
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

  /** Selects a slide, without a step of the history. */
  select(id: string): void {
    this.change((document) => document, { select: id });
  }

  /** The next change starts a new step, whatever its gesture. */
  mark(): void {
    const last = this.#done.at(-1);
    if (last !== undefined) last.gesture = null;
  }

  undo(): void {
    const step = this.#done.pop();
    if (step === undefined) return;
    const { document } = this.#now;
    const before = applied(document, reversed(step.diff));
    // Redo also restores what the program added to the step since, such as the picture of an added slide.
    this.#undone.push({ ...step, diff: diffOf(before, document) ?? step.diff, gesture: null });
    this.#show(before, step.selected.from);
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
    // The step spans from before its first change to after its last.
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
