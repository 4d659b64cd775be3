import { noAnswer } from '../api/call.ts';
import { lookForServer } from '../api/line.ts';
import { allAnswered } from '../api/until-answered.ts';
import { notify } from '../parts/notices/notify.ts';

/**
 * Why a part of the app could not be loaded: `outdated`: the server now has another build, with other file names;
 * `unreachable`: nothing answers; `broken`: the current build lacks the file.
 */
export type Cause = 'outdated' | 'unreachable' | 'broken';

/** The cause, from the server's current document of the app (null: no answer) and the address of this page's script. */
export function causeOf({ document, entry }: { document: string | null; entry: string | null }): Cause {
  if (document === null) return 'unreachable';
  return entry !== null && !document.includes(`"${entry}"`) ? 'outdated' : 'broken';
}

/** Whether something could not be loaded before, and would not be requested again: see the notes below. */
let hasFailedBefore = false;
const never = new Promise<never>(() => {});

/**
 * Loads a page's code. An outdated app is reloaded at the requested address; without an answer it throws an Error that
 * says so.
 */
export async function loadPage<Code>(load: () => Promise<Code>, wanted: () => string): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    switch (await findCause()) {
      case 'outdated':
        location.assign(wanted());
        return never; // the page stays unchanged until the browser has left it
      case 'unreachable':
        hasFailedBefore = true;
        void lookForServer();
        throw new Error(noAnswer, { cause: error });
      default:
        if (!hasFailedBefore) throw error;
        // NOTE Chromium remembers that a preloaded script failed and never asks for it again.
        location.assign(wanted());
        return never;
    }
  }
}

/**
 * Loads code that a page rarely needs. An outdated app is reloaded; without an answer it says so and retries until
 * there is one.
 */
export async function loadPart<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      switch (await findCause()) {
        case 'outdated':
          notify.danger('There is a newer version of this page. It is being reloaded.');
          return reload();
        case 'unreachable':
          if (tries === 0) notify.danger(noAnswer);
          await lookForServer();
          break;
        default:
          if (tries === 0 && !hasFailedBefore) throw error;
          // NOTE Chromium remembers that a preloaded script failed and never asks for it again.
          return reload();
      }
    }
  }
}

/** Reloads the page once the changes under way are saved. */
async function reload(): Promise<never> {
  await allAnswered();
  // Work that waits for its own answers goes first.
  setTimeout(() => location.reload());
  return never;
}

/** How long a busy browser may postpone loading ahead, and the delay in browsers without an idle callback, ms. */
const [patience, pause] = [10_000, 2_000];

/**
 * Loads code ahead once the browser is idle, so that it is also available without a connection. A failure is left to
 * `loadPart`. Returns a function to cancel.
 */
export function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const load = (): void => {
    for (const one of loads)
      one().catch(() => {
        hasFailedBefore = true;
      });
  };
  // Safari has no idle callback.
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(load, pause);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(load, { timeout: patience });
  return () => cancelIdleCallback(handle);
}

/** The address of the script that this page runs, which contains a hash of its content; null if the page has none. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"]')?.getAttribute('src') ?? null;

/** Identifies the build of the app that runs here: another build has another name. */
export const build = (): string => entryOf(document) ?? '';

async function findCause(): Promise<Cause> {
  const entry = entryOf(document);
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return causeOf({ document: answer.ok ? await answer.text() : null, entry });
  } catch {
    return 'unreachable'; // fetch rejected: no answer came
  }
}
