import type { TestEvent } from 'node:test/reporters';
import { relative } from 'node:path';
import { collectFileTimes } from './file-times.ts';
import { projectDir } from './source-files.ts';

/**
 * A node:test reporter: writes each failure as one line of JSON, and at the end one line with the durations of all
 * files and one with how many tests (not suites) passed, failed and were skipped.
 */
export default async function* summaryReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let [passed, failed, skipped] = [0, 0, 0];
  const times = collectFileTimes();
  for await (const event of events) {
    if (event.type === 'test:summary') times.add(event);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    times.add(event);
    // A suite whose tests failed is counted by its tests.
    if (event.data.details.type === 'suite' && !(event.type === 'test:fail' && failedItself(event.data))) continue;
    if (event.type === 'test:fail') {
      failed++;
      yield failureLine(event.data);
    } else if (isSet(event.data.skip) || isSet(event.data.todo)) skipped++;
    else passed++;
  }
  yield `file times: ${JSON.stringify(times.slowestFirst())}\n`;
  yield `counted: ${passed} passed, ${failed} failed, ${skipped} skipped\n`;
}

/** Whether a suite failed by itself: its hooks, or the loading of its file. */
function failedItself({ details: { error } }: Extract<TestEvent, { type: 'test:fail' }>['data']): boolean {
  return !('failureType' in error && error.failureType === 'subtestsFailed');
}

/** Skip and todo are true or a reason, which may be empty. */
function isSet(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false;
}

/** How many lines of an error are repeated at the end of a run. */
const mostLines = 25;

function failureLine({ file, name, details }: Extract<TestEvent, { type: 'test:fail' }>['data']): string {
  const cause = details.error.cause ?? details.error;
  const why = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const failure = {
    file: file === undefined ? '' : relative(projectDir, file),
    name,
    why: why.split('\n').slice(0, mostLines).join('\n'),
  };
  return `failed: ${JSON.stringify(failure)}\n`;
}
