import { useMemo } from 'react';
import { messages } from '#contract/messages.ts';
import type { Draft } from '#contract/planning/drafts.ts';
import { instantToLocal } from '#rules/planning.ts';
import { notify } from '../../../../../../parts/notices/notify.ts';
import { useAction } from '../../../../../../api/action.ts';
import { useCall } from '../../../../../../api/queries.ts';
import type { Shown } from '../../address.ts';
import type { Day } from '../days.ts';
import type { CalendarDraft } from '../events.ts';

/** How long Undo is offered, in seconds. */
const undoSeconds = 10;

type Asked = { from: Day; to: Day; zone: string } & Pick<Shown, 'client' | 'network' | 'status'>;

/**
 * The drafts of some days as the calendar shows them: those that match its client and network; none if a status is
 * selected.
 */
export function useDrafts({ from, to, zone, client, network, status }: Asked): readonly CalendarDraft[] {
  const { data } = useCall(
    'fetch-drafts',
    { between: { from, to, timezone: zone }, ...(client === null ? {} : { client_id: client }) },
    { keep: true, enabled: status === null },
  );
  return useMemo(
    () =>
      status === null
        ? (data ?? [])
            .filter(({ accounts }) => network === null || accounts.some(({ type }) => type === network))
            .flatMap((draft) =>
              draft.due === null
                ? []
                : [{ ...draft, due: draft.due, local: instantToLocal(new Date(draft.due), zone) }],
            )
        : [],
    [data, network, status, zone],
  );
}

const none: readonly Draft[] = [];

/** The drafts without a time, of one client or all, newest first; undefined until they are read. */
export function useUndated(client: string | null, enabled: boolean): readonly Draft[] | undefined {
  const input = { undated: true, ...(client === null ? {} : { client_id: client }) };
  const { data } = useCall('fetch-drafts', input, { keep: true, enabled });
  return enabled ? data : none;
}

/** Discards a draft and offers Undo. */
export function useDiscard() {
  const restore = useAction('restore-draft', { quiet: true });
  const remove = useAction('delete-draft', { quiet: true });
  const discard = async (draft: Draft): Promise<boolean> => {
    if (!(await remove.run({ id: draft.id }))) return false;
    notify.success(messages.draftDeleted, {
      seconds: undoSeconds,
      undo: () => void restore.run({ id: draft.id }),
    });
    return true;
  };
  return { discard, busy: remove.busy };
}
