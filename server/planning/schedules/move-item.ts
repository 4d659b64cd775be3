import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { clockChangeAt, instantToLocal, localToInstant } from '#rules/planning.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { moveOccurrence } from '../../publishing/index.ts';
import { checkTimes } from './save.ts';

/** Answers `move-scheduled-item`. */
export async function moveScheduledItem(
  input: Input<'move-scheduled-item'>,
  { user: { agencyId }, tx, now }: Context,
): Promise<Reply<Data<'move-scheduled-item'>>> {
  const data = await moveOne(tx, input, { agencyId, now });
  return { message: messageOf(data.clocks, data.local), data };
}

/** Moves one scheduled item. Throws a UserError if it does not exist (404) or cannot move to that time. */
export async function moveOne(
  tx: Tx,
  { id, date, time, timezone, from }: Input<'move-scheduled-item'>,
  { agencyId, now }: { agencyId: string; now: Date },
): Promise<Data<'move-scheduled-item'>> {
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
  return {
    due_at: dueAt.toISOString(),
    local: instantToLocal(dueAt, timezone),
    clocks: clockChangeAt(asked, timezone),
  };
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
