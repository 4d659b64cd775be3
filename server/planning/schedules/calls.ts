import { messages } from '#contract/messages.ts';
import { listApprovalsOf } from '../approvals/index.ts';
import { outside, reading, UserError, type Handlers } from '../../base/handlers.ts';
import { pageOfOrder, readOrderCursor } from '../../base/lists/list-order.ts';
import { publishFailedAgain } from '../../publishing/index.ts';
import { decide, publishMissed, resolveUnseen } from './publish-missed.ts';
import { findItem, findItemOfPost, presentItem as presentContent } from '../../content/streams/index.ts';
import { fetchExtraEvents } from './extra-events.ts';
import { checkPlan } from './check-plan.ts';
import { fetchFit } from './fit.ts';
import { getCalendar, getGaps, getWholeCalendar } from './calendar.ts';
import { findDelivery, findOccurrence, listDeliveries, listOccurrences, type ItemCursor } from './item-queries.ts';
import { scheduleOrder } from './list-orders.ts';
import { findSchedule, schedulePage, type ScheduleOfPage } from './list-queries.ts';
import { presentDelivery, presentItem, presentSchedule } from './present.ts';
import { moveScheduledItem } from './move-item.ts';
import { reschedule } from './reschedule.ts';
import { saveSchedule } from './save.ts';
import { deleteItem, deleteItems, moveItems } from './several-items.ts';
import { deleteSchedule, deleteSchedules, moveSchedules } from './several.ts';

const itemsPerPage = 50;
const notFound = () => new UserError(messages.notFound, { status: 404 });

/** A cursor of a schedule's items: '2.15' continues after position 15 of round 2. */
function readCursor(cursor: string | undefined): ItemCursor | null {
  if (cursor === undefined || cursor === '') return null;
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor);
  if (!match) throw new UserError('This page of the list is not known. Please reload.', { status: 422 });
  return { round: Number(match[1]), position: Number(match[2]) };
}

/** The handlers of the calls in contract/planning/schedules.ts and schedules-calendar.ts. */
export const scheduleCalls = {
  'fetch-fit': fetchFit,

  'check-plan': checkPlan,

  'save-scheduler': saveSchedule,

  'fetch-schedulers': reading(async (input, read) => {
    const order = scheduleOrder(input.sort);
    const page = await read<ScheduleOfPage>(
      schedulePage({
        search: input.search ?? '',
        clientId: input.client_id ?? null,
        network: input.network ?? null,
        status: input.status ?? null,
        kind: input.kind ?? null,
        sort: input.sort,
        after: readOrderCursor(input.cursor, order),
        brief: input.brief,
      }),
    );
    const { rows, next } = pageOfOrder(page.rows, order);
    return { message: '', data: { items: rows.map(presentSchedule), next, total: page.rows[0]?.total ?? 0 } };
  }),

  'fetch-scheduler': async (input, { user, tx, now }) => {
    const { agencyId } = user;
    const schedule = await findSchedule(tx, { agencyId, id: input.id, brief: input.brief });
    if (schedule === undefined) throw notFound();
    const rows = await listOccurrences(tx, {
      agencyId,
      scheduleId: schedule.id,
      search: input.search ?? '',
      after: readCursor(input.cursor),
      limit: itemsPerPage + 1,
    });
    const shown = rows.slice(0, itemsPerPage);
    const deliveries = Map.groupBy(
      await listDeliveries(tx, { agencyId, occurrenceIds: shown.map((row) => row.id) }),
      (row) => row.occurrence_id,
    );
    const approvals = await listApprovalsOf(tx, { agencyId, ids: shown.map((row) => row.id) });
    const last = shown.at(-1);
    return {
      message: '',
      data: {
        schedule: presentSchedule(schedule),
        items: shown.map((row) =>
          presentItem(row, { deliveries: deliveries.get(row.id) ?? [], approval: approvals.get(row.id), now }),
        ),
        next: rows.length > itemsPerPage && last !== undefined ? `${last.round}.${last.position}` : null,
      },
    };
  },

  'fetch-scheduled-item': async ({ id }, { user, tx, now }) => {
    const { agencyId } = user;
    const row = await findOccurrence(tx, { agencyId, id });
    if (row === undefined) throw notFound();
    const deliveries = await listDeliveries(tx, { agencyId, occurrenceIds: [id] });
    const approval = (await listApprovalsOf(tx, { agencyId, ids: [id] })).get(id);
    const content = await findItemOfPost(tx, { agencyId, occurrenceId: id });
    if (content === undefined) throw new Error('a scheduled item stands on no item');
    const editable = await findItem(tx, { agencyId, id: content.edit_id });
    return {
      message: '',
      data: {
        content: presentContent(content),
        editable: editable === undefined ? null : presentContent(editable),
        item: presentItem(row, { deliveries, approval, now }),
        schedule: {
          id: row.schedule_id,
          stream_id: row.stream_id,
          title: row.schedule_title,
          client_id: row.client_id,
          client: row.client_name,
          timezone: row.timezone,
        },
      },
    };
  },

  reschedule,

  'move-scheduled-item': moveScheduledItem,

  'delete-scheduler': async (input, { user, tx, now }) => {
    await deleteSchedule(tx, { agencyId: user.agencyId, id: input.id, now });
    return { message: messages.scheduleDeleted, data: null };
  },

  'delete-schedulers': outside(deleteSchedules),

  'move-schedulers': outside(moveSchedules),

  'delete-scheduled-item': async (input, { user, tx, now }) => {
    await deleteItem(tx, { agencyId: user.agencyId, id: input.id, now });
    return { message: messages.scheduledItemDeleted, data: null };
  },

  'delete-scheduled-items': outside(deleteItems),

  'move-scheduled-items': outside(moveItems),

  'resolve-delivery': async (input, { user, tx, now }) => {
    await decide(tx, {
      agencyId: user.agencyId,
      deliveryId: input.delivery_id,
      decision: input.decision,
      postUrl: input.post_url ?? '',
      now,
    });
    return {
      message:
        input.decision === 'publish-again' || input.decision === 'publish-now'
          ? messages.publishAgainStarted
          : messages.deliveryResolved,
      data: null,
    };
  },

  'publish-missed': outside(publishMissed),
  'resolve-unseen': outside(resolveUnseen),

  'fetch-delivery': async (input, { user, tx, now }) => {
    const row = await findDelivery(tx, { agencyId: user.agencyId, id: input.delivery_id });
    if (row === undefined) throw notFound();
    return { message: '', data: presentDelivery(row, now) };
  },

  'publish-again': async (input, { user, tx, now }) => {
    const outcome = await publishFailedAgain(tx, { agencyId: user.agencyId, occurrenceId: input.id, now });
    if (outcome === 'not-found') throw notFound();
    if (outcome === 'not-now') throw new UserError(messages.alreadyDecided);
    if (outcome === 'not-approved') throw new UserError(messages.notApproved);
    return { message: messages.publishAgainStarted, data: null };
  },

  'fetch-calendar': getCalendar,

  'fetch-gaps': getGaps,

  'get-calender': getWholeCalendar,

  'fetch-extra-events': fetchExtraEvents,
} satisfies Partial<Handlers>;
