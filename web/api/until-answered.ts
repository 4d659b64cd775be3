import { CallError } from './call.ts';
import { serverIsBack } from './line.ts';

/** A line that breaks this often is not worth waiting for. */
const mostTries = 10;

/**
 * Does what does no harm when it is done twice, again whenever no answer came and the server is back; what was not sent
 * is given back as the failure it was. `work` learns how many tries went before.
 */
export async function untilAnswered<T>(work: (triesBefore: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries - 1);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 0 || tries === mostTries || !(await serverIsBack(signal)))
        throw error;
    }
  }
}
