import type { TestEvent } from 'node:test/reporters';

/** A reporter of node:test that says one line at the end: how many tests (not suites) passed, failed and were skipped. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let [passed, failed, skipped] = [0, 0, 0];
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    if (event.data.details.type === 'suite') continue;
    if (event.type === 'test:fail') failed++;
    else if (isSet(event.data.skip) || isSet(event.data.todo)) skipped++;
    else passed++;
  }
  yield `counted: ${passed} passed, ${failed} failed, ${skipped} skipped\n`;
}

/** Skip and todo are true or a reason, which may be empty. */
function isSet(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false;
}
