/**
 * Every call that takes a date or an instant, by the contract, refuses values far from our time, and never answers with
 * an internal error.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { date as dateSchema, instant as anyInstant, nearInstant } from '#contract/base/fields.ts';
import { calls } from '#contract/index.ts';
import { aMatrix } from './matrix.ts';
import { inputOf } from './matrix-inputs.ts';
import { checksumOf } from './rows.ts';

const {
  server,
  everything: { rows, as: owner },
} = await aMatrix();

const unwrapped = (schema: unknown): unknown => (schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema);
const fieldsWith = ({ input }: (typeof calls)[number], wanted: unknown): string[] =>
  input instanceof z.ZodObject
    ? Object.entries(input.shape)
        .filter(([, schema]) => unwrapped(schema) === wanted)
        .map(([field]) => field)
    : [];
/** The fields by the kind of their schema, each with its call. */
const withFields = (wanted: unknown) =>
  calls.flatMap((call) => fieldsWith(call, wanted).map((field) => ({ call, field })));

const replyShape = z.object({
  status: z.boolean(),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
});

async function send(
  { call, field }: ReturnType<typeof withFields>[number],
  value: string,
  further: Record<string, unknown> = {},
) {
  const body = JSON.stringify({ ...inputOf(call.name, rows), ...further, [field]: value });
  const response = await server.send(`/api/${call.name}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: owner?.token ?? '' },
  });
  return { code: response.status, ...replyShape.parse(await response.json()) };
}

const noDates = [
  '0000-01-01',
  '0000-02-29',
  '0001-01-01',
  '0050-06-15',
  '0099-12-31',
  '0100-01-01',
  '1969-12-31',
  '1999-12-31',
  '2101-01-01',
  '9999-12-31',
];
const noSuchDates = [
  '2026-02-30',
  '2100-02-29',
  '+010000-01-01',
  '-000001-01-01',
  '10000-01-01',
  '2026-1-1',
  '2026-01-01T00:00',
  ' 2026-01-01',
  '٢٠٢٦-٠١-٠١',
  '2026-13-01',
  '2026-00-10',
  'Infinity',
  'NaN',
];
const lastDates = ['2000-01-01', '2000-02-29', '2100-12-31'];

test('the contract has the dates that people choose', () => {
  assert.deepEqual(
    withFields(dateSchema)
      .map(({ call, field }) => `${call.name}.${field}`)
      .toSorted(),
    [
      'check-plan.schedule_date',
      'export-activity.from',
      'export-activity.to',
      'fetch-activity.from',
      'fetch-activity.to',
      'fetch-calendar.from',
      'fetch-calendar.to',
      'fetch-client-weeks.week',
      'fetch-extra-events.from',
      'fetch-extra-events.to',
      'fetch-gaps.from',
      'fetch-gaps.to',
      'move-scheduled-item.date',
      'reschedule.schedule_date',
      'save-draft.date',
      'save-scheduler.schedule_date',
    ],
  );
  assert.deepEqual(
    withFields(nearInstant).map(({ call, field }) => `${call.name}.${field}`),
    [
      'mark-read.until',
      'move-scheduled-item.from',
      'move-schedulers.back',
      'resume-publishing.at',
      'restore-stream-files.deleted_at',
    ],
  );
  assert.deepEqual(withFields(anyInstant), [], 'an instant that goes in is a near one');
});

for (const each of withFields(dateSchema)) {
  describe(`${each.call.name}.${each.field}`, () => {
    test('a value outside the years 2000 to 2100 is refused with a message, and changes nothing', async () => {
      const before = await checksumOf(server.db);
      for (const value of [...noDates, ...noSuchDates]) {
        for (const timezone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
          const { code, errors } = await send(each, value, { timezone });
          assert.equal(code, 422, `${value} in ${timezone}`);
          assert.match(
            errors?.[each.field] ?? '',
            noDates.includes(value) ? /^Please choose a date from 2000 to 2100$/ : /^Please choose a date that exists$/,
            value,
          );
        }
      }
      assert.deepEqual(await checksumOf(server.db), before);
    });

    test('a value at the ends of these years is accepted, or refused for another reason', async () => {
      for (const value of lastDates) {
        for (const timezone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
          const { code, errors } = await send(each, value, { timezone });
          assert.ok(code < 500, `${value} in ${timezone}: ${code}`);
          assert.doesNotMatch(errors?.[each.field] ?? '', /2100/, value);
        }
      }
    });
  });
}

for (const each of withFields(nearInstant)) {
  test(`${each.call.name}.${each.field} is refused outside the years 2000 to 2100`, async () => {
    for (const day of [...noDates, ...noSuchDates]) {
      assert.deepEqual(Object.keys((await send(each, `${day}T00:00:00Z`)).errors ?? {}), [each.field], day);
    }
    for (const day of lastDates) assert.ok((await send(each, `${day}T23:59:59.999Z`)).code < 500, day);
  });
}
