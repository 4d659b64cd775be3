/** Plausible input of calls, and values that no field should accept. */

import { z } from 'zod';
import { calls } from '#contract/index.ts';

/** Any call of the contract. */
export type AnyCall = (typeof calls)[number];

/** The fields of a call's input; empty if it is not an object with fields. */
export const fieldsOf = ({ input }: AnyCall): string[] =>
  input instanceof z.ZodObject ? Object.keys(input.shape) : [];

/** Whether a call has fields: without them no input can be wrong. */
export const takesFields = (call: AnyCall): boolean => fieldsOf(call).length > 0;

/** Values of every type and at every edge. */
export const odd: readonly unknown[] = [
  null,
  7,
  -1,
  1.5,
  true,
  '',
  ' ',
  [],
  {},
  [null],
  'x'.repeat(20_000),
  '\u0000',
  '🦊‮مرحبا',
  '1; drop table users',
  '../../etc/passwd',
  '2026-02-30',
  '0000-01-01',
  '0099-12-31',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '999999999999999.1',
  '99:99',
  '9'.repeat(30),
  { $ne: 1 },
  '١٢٣',
  '\ud800',
  'Mars/Olympus',
];

/** Ids in the fields that hold ids, something plausible in the others. */
export function plausible(call: AnyCall, id: string): Record<string, unknown> {
  const values: Record<string, unknown> = {
    name: 'Name',
    email: 'someone@example.test',
    password: 'Sunny-Day1!',
    earning: 5,
    frequency: 'weekly',
    title: 'Title',
    description: 'Words',
    chat_id: '1',
    bot_token: 't',
    url: 'https://site.example',
    username: 'u',
    access_token: 't',
    type: 'text',
    schedule_date: '2031-01-01',
    hours: '10',
    minutes: '30',
    timezone: 'UTC',
    schedule_type: 'daily',
    re_purpose: false,
    from: '2031-01-01',
    to: '2031-01-31',
    decision: 'publish-again',
    network: 'facebook',
    sequence: 1,
    ids: [id],
    social_accounts: [id],
  };
  const fields = fieldsOf(call).map((field): [string, unknown] => [
    field,
    /(^|_)id$/.test(field) && field !== 'chat_id' ? id : values[field],
  ]);
  if (call.name === 'text-stream') fields.push(['description', JSON.stringify([{ value: 'Words' }])]);
  return Object.fromEntries(fields);
}

/** The field that identifies the row a call works on. */
export const idFieldOf = (call: AnyCall): string | undefined =>
  ['id', 'content_stream_id', 'client_id', 'user_client_id', 'delivery_id', 'user_id'].find((field) =>
    fieldsOf(call).includes(field),
  );
