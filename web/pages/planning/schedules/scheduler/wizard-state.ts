import type { Sent } from '#contract/index.ts';
import { isEligible, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { clockOf, instantToLocal, isLocalTime, isZone, localToInstant, type Frequency } from '#rules/planning.ts';

/** The four tabs of the wizard, in order. */
export const steps = ['client', 'stream', 'account', 'schedule'] as const;
export type Step = (typeof steps)[number];

/** The choices so far. `date` is 'YYYY-MM-DD', `time` is 'HH:mm', both in `zone`. */
export type Choice = {
  client: { id: string; name: string } | null;
  stream: { id: string; title: string; type: StreamType; items: number } | null;
  accounts: readonly string[];
  date: string;
  time: string;
  zone: string;
  frequency: Frequency;
  repurpose: boolean;
};

/** Whether a tab can be opened: each needs the choices of the one before it. */
export function isReachable(step: Step, choice: Choice): boolean {
  switch (step) {
    case 'client':
      return true;
    case 'stream':
      return choice.client !== null;
    case 'account':
      return choice.client !== null && choice.stream !== null;
    case 'schedule':
      return choice.client !== null && choice.stream !== null && choice.accounts.length > 0;
    default:
      return step satisfies never;
  }
}

/** The tab before or after; at the ends, the same one. */
export function stepBeside(step: Step, by: 1 | -1): Step {
  return steps[steps.indexOf(step) + by] ?? step;
}

const fieldsOf: Readonly<Record<Step, readonly string[]>> = {
  client: ['user_client_id'],
  stream: ['content_stream_id'],
  account: ['social_accounts'],
  schedule: ['hours', 'minutes', 'schedule_time', 'schedule_date', 'timezone', 'schedule_type', 're_purpose'],
};

/** The first step with a field of `save-scheduler` that the server has refused; null for none. */
export const stepOfProblem = (fields: readonly string[]): Step | null =>
  steps.find((step) => fieldsOf[step].some((field) => fields.includes(field))) ?? null;

/** Clears what the server no longer has: the client with its accounts, the stream, or the accounts. */
export function withoutPart(choice: Choice, step: Step): Choice {
  switch (step) {
    case 'client':
      return { ...choice, client: null, accounts: [] };
    case 'stream':
      return { ...choice, stream: null };
    case 'account':
      return { ...choice, accounts: [] };
    case 'schedule':
      return choice;
    default:
      return step satisfies never;
  }
}

/** Another client has other accounts, so the selected ones are cleared; the same client changes nothing. */
export function withClient(choice: Choice, client: NonNullable<Choice['client']>): Choice {
  return choice.client?.id === client.id ? choice : { ...choice, client, accounts: [] };
}

/** Another stream keeps only the accounts that accept its type. */
export function withStream(
  choice: Choice,
  stream: NonNullable<Choice['stream']>,
  accounts: readonly { id: string; type: NetworkId }[],
): Choice {
  const fitting = new Set(accounts.filter(({ type }) => isEligible(type, stream.type)).map(({ id }) => id));
  const sameType = choice.stream?.type === stream.type;
  return { ...choice, stream, accounts: sameType ? choice.accounts : choice.accounts.filter((id) => fitting.has(id)) };
}

/** The first post's instant; null while date, time or zone are not complete. */
export function firstInstant({ date, time, zone }: Pick<Choice, 'date' | 'time' | 'zone'>): Date | null {
  const local = `${date} ${time}`;
  return isLocalTime(local) && isZone(zone) ? localToInstant(local, zone) : null;
}

/** Hours and minutes in the format of the calls; midnight's hour is sent as 24. */
export function clockOnWire(time: string): { hours: string; minutes: string } {
  const [hours = '00', minutes = '00'] = time.split(':');
  return { hours: hours === '00' ? '24' : hours, minutes };
}

/** The choices as `save-scheduler` takes them; null while client, stream or accounts are missing. */
export function scheduleInput(choice: Choice): Sent<'save-scheduler'> | null {
  const { client, stream, accounts, date, time, zone, frequency, repurpose } = choice;
  if (!client || !stream || accounts.length === 0) return null;
  return {
    user_client_id: client.id,
    content_stream_id: stream.id,
    social_accounts: [...accounts],
    schedule_date: date,
    schedule_time: time,
    ...clockOnWire(time),
    timezone: zone,
    re_purpose: repurpose ? 1 : 0,
    schedule_type: frequency,
  };
}

/** The reverse of `clockOnWire`: `{hours: '24', minutes: '5'} -> '00:05'`. */
export const timeFromWire = ({ hours, minutes }: { hours: string; minutes: string }): string =>
  clockOf({ hours: Number(hours), minutes: Number(minutes) });

/** Today's date in a time zone, 'YYYY-MM-DD'. */
export const todayIn = (zone: string, now: Date): string => instantToLocal(now, zone).slice(0, 10);

/** Initial choices: the next 12:00 in the time zone, daily. */
export function firstChoice(zone: string, now: Date): Choice {
  const local = instantToLocal(now, zone);
  const time = '12:00';
  const date =
    local.slice(11) < time
      ? local.slice(0, 10)
      : instantToLocal(new Date(now.getTime() + 86_400_000), zone).slice(0, 10);
  return { client: null, stream: null, accounts: [], date, time, zone, frequency: 'daily', repurpose: false };
}

/**
 * The first whole minute at least `minutes` from now, as local time in a time zone. When clocks go back, the second of
 * two equal hours cannot be expressed, so it is the first minute after them.
 */
export function soonest(zone: string, now: Date, minutes = 0): { date: string; time: string } {
  const from = Math.floor(now.getTime() / 60_000) + 1 + minutes;
  for (let minute = from; ; minute += 1) {
    const local = instantToLocal(new Date(minute * 60_000), zone);
    if (localToInstant(local, zone).getTime() >= from * 60_000)
      return { date: local.slice(0, 10), time: local.slice(11) };
  }
}

/** A local time converted from one time zone to another, on a day of the first. */
export function clockIn(time: string, { on, from, to }: { on: string; from: string; to: string }): string {
  const local = `${on} ${time}`;
  return from === to || !isLocalTime(local) ? time : instantToLocal(localToInstant(local, from), to).slice(11);
}
