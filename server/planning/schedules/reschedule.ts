import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { clockOf, planRound } from '#rules/planning.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { makeRealStream } from '../../content/streams/index.ts';
import { moveSchedule } from '../../publishing/index.ts';
import { saved } from '../../base/lib/versions.ts';
import { lockSchedule, updateRepurpose } from './queries.ts';
import { checkTimes, originOf } from './save.ts';

type Plan = { schedule_date: string; hours: string; minutes: string; timezone: string; re_purpose: 0 | 1 };

/** The stored fields of a schedule's form: the time at which its plan begins. Posts that go out do not change it. */
export function planOf({
  origin_local: origin,
  timezone,
  repurpose,
}: {
  origin_local: string;
  timezone: string;
  repurpose: boolean;
}): Plan {
  const [hours = '', minutes = ''] = origin.slice(11).split(':');
  return { schedule_date: origin.slice(0, 10), hours, minutes, timezone, re_purpose: repurpose ? 1 : 0 };
}

/** Hours and minutes as they are stored: '24' becomes '00', '5' becomes '05'. */
function clockFields({ hours, minutes }: { hours: string | undefined; minutes: string | undefined }): {
  hours?: string;
  minutes?: string;
} {
  const [h = '', m = ''] = clockOf({ hours: Number(hours ?? 0), minutes: Number(minutes ?? 0) }).split(':');
  return { ...(hours === undefined ? {} : { hours: h }), ...(minutes === undefined ? {} : { minutes: m }) };
}

/** Answers `reschedule`: unposted items move, unless only the repetition changes. */
export async function reschedule(
  input: Input<'reschedule'>,
  { user: { agencyId }, tx, now }: Context,
): Promise<Reply<null>> {
  const key = { agencyId, id: input.id };
  const schedule = await lockSchedule(tx, key);
  if (schedule === undefined) throw new UserError(messages.notFound, { status: 404 });
  const { schedule_date, timezone, re_purpose, version } = input;
  const plan = saved(planOf(schedule), {
    schedule_date,
    ...clockFields({ hours: input.hours, minutes: input.minutes }),
    timezone,
    re_purpose,
    version,
  });
  const repurpose = plan.re_purpose === 1;
  // A single post that repeats is a content stream.
  if (repurpose && schedule.kind === 'post') await makeRealStream(tx, { agencyId, id: schedule.stream_id });
  const moves = [schedule_date, input.hours, input.minutes, timezone].some((field) => field !== undefined);
  if (!moves) {
    if (schedule.state !== 'active') throw new UserError(messages.nothingToMove);
    await updateRepurpose(tx, { ...key, repurpose });
    return { message: messages.rescheduled, data: null };
  }
  const origin = originOf(plan);
  const rhythm = { origin, zone: plan.timezone, frequency: schedule.frequency };
  checkTimes(origin, planRound({ ...rhythm, firstStep: 0, count: 1 })[0], now);
  const moved = await moveSchedule(tx, { agencyId, scheduleId: input.id, ...rhythm, repurpose, now });
  if (moved === 0) throw new UserError(messages.nothingToMove);
  return { message: messages.rescheduled, data: null };
}
