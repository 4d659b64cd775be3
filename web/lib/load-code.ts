import { noAnswer } from '../api/call.ts';
import { lookForServer } from '../api/line.ts';
import { notify } from '../parts/notify.ts';

/**
 * Why a part of the app could not be loaded: `outdated` where the server has another build by now, whose parts are
 * named otherwise; `unreachable` where nothing answers; `broken` where this very build lacks it.
 */
export type Cause = 'outdated' | 'unreachable' | 'broken';

/**
 * The cause, from the app's document as the server has it now (null: no answer) and the address of the script this page
 * runs.
 */
export function causeOf({ document, entry }: { document: string | null; entry: string | null }): Cause {
  if (document === null) return 'unreachable';
  return entry !== null && !document.includes(`"${entry}"`) ? 'outdated' : 'broken';
}

/** Whether this page has failed to load something because nothing answered. */
let wasUnreachable = false;
const never = new Promise<never>(() => {});

/**
 * Loads a page's code. An outdated app is loaded anew, at the address that was wanted; without an answer it throws an
 * Error that says so.
 */
export async function loadPage<Code>(load: () => Promise<Code>, wanted: () => string): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    switch (await findCause()) {
      case 'outdated':
        location.assign(wanted());
        return never; // the page stays as it is until the browser has left it
      case 'unreachable':
        wasUnreachable = true;
        void lookForServer();
        throw new Error(noAnswer, { cause: error });
      default:
        if (!wasUnreachable) throw error;
        // NOTE Chromium remembers that a preloaded script failed and never asks for it again.
        location.assign(wanted());
        return never;
    }
  }
}

/**
 * Loads code that a page needs only now and then. An outdated app is loaded anew; without an answer it says so and
 * tries until there is one.
 */
export async function loadPart<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      switch (await findCause()) {
        case 'outdated':
          notify.danger('There is a newer version of this page. It is loaded again.');
          location.reload();
          return never;
        case 'unreachable':
          if (tries === 0) notify.danger(noAnswer);
          await lookForServer();
          break;
        default:
          if (tries === 0) throw error;
          // NOTE Chromium remembers that a preloaded script failed and never asks for it again.
          location.reload();
          return never;
      }
    }
  }
}

/** The address of the script this page runs, which the build names by its content; null where the page has none. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"]')?.getAttribute('src') ?? null;

/** Names the build of the app that runs here: another one has another name. */
export const build = (): string => entryOf(document) ?? '';

async function findCause(): Promise<Cause> {
  const entry = entryOf(document);
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return causeOf({ document: answer.ok ? await answer.text() : null, entry });
  } catch {
    return 'unreachable'; // whatever fetch rejects with, no answer came
  }
}
