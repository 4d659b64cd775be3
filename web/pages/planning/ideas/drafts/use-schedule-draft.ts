import type { Draft } from '#contract/planning/drafts.ts';
import { useAction } from '../../../../api/action.ts';
import { useOpenComposer } from '../../../../composer/open-composer.ts';

/** Whether a draft can be planned as it is: it has a time that has not passed, and accounts. */
export const isReady = (draft: Draft): boolean => draft.due !== null && !draft.expired && draft.accounts.length > 0;

/** Plans a draft at its time; what needs a person's decision first is decided in its window. */
export function useScheduleDraft(onPlanned: (scheduleId: string) => void) {
  const open = useOpenComposer();
  const { run, busy } = useAction('schedule-post', { onDone: ({ schedule_id: id }) => onPlanned(id) });
  const schedule = async ({ id, version, client_id, accounts, date, time, timezone }: Draft): Promise<void> => {
    if (date === null || time === null) return;
    const isPlanned = await run({
      draft_id: id,
      version,
      client_id,
      account_ids: accounts.map((account) => account.id),
      when: { kind: 'at', date, time, timezone },
    });
    if (!isPlanned) open({ kind: 'draft', id });
  };
  return { schedule, busy };
}
