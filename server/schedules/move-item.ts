import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { clockChangeAt, instantToLocal, localToInstant } from '#rules/planning.ts';
import { UserError, type Context, type Reply } from '../app/handlers.ts';
import { moveOccurrence } from '../publishing/index.ts';
import { checkTimes } from './save.ts';

/** Answers `move-scheduled-item`. */
export async function moveScheduledItem(
  { id, date, time, timezone, from }: Input<'move-scheduled-item'>,
  { user: { agencyId }, tx, now }: Context,
): Promise<Reply<Data<'move-scheduled-item'>>> {
  const asked = `${date} ${time}`;
  const dueAt = localToInstant(asked, timezone);
  checkTimes(asked, { dueAt }, now, 'date');
  const outcome = await moveOccurrence(tx, {
    agencyId,
    occurrenceId: id,
    dueAt,
    from: from === undefined ? undefined : new Date(from),
    now,
  });
  if (outcome !== 'moved') throw refused(outcome);
  const local = instantToLocal(dueAt, timezone);
  const clocks = clockChangeAt(asked, timezone);
  return { message: messageOf(clocks, local), data: { due_at: dueAt.toISOString(), local, clocks } };
}

function messageOf(clocks: Data<'move-scheduled-item'>['clocks'], local: string): string {
  switch (clocks) {
    case '':
      return messages.itemMoved;
    case 'skipped':
      return messages.itemMovedForward.replace('{time}', local.slice(11));
    case 'twice':
      return messages.itemMovedTwice;
    default:
      return clocks satisfies never;
  }
}

function refused(outcome: Exclude<Awaited<ReturnType<typeof moveOccurrence>>, 'moved'>): UserError {
  switch (outcome) {
    case 'not-found':
      return new UserError(messages.notFound, { status: 404 });
    case 'changed':
      return new UserError(messages.itemChanged);
    case 'out':
      return new UserError(messages.itemOut);
    case 'uncertain':
      return new UserError(messages.itemUncertain);
    case 'under-way':
      return new UserError(messages.itemUnderWay);
    case 'nothing-waits':
      return new UserError(messages.nothingToStop);
    default:
      return outcome satisfies never;
  }
}
