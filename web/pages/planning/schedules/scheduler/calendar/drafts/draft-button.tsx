import { nameOf } from '../../../../ideas/drafts/words.ts';
import type { EventForm } from '../card-words.ts';
import { EntryCard } from '../entry-card.tsx';
import type { OpenEvent } from '../event-button.tsx';
import type { CalendarDraft } from '../events.ts';

type Props = { draft: CalendarDraft; form: EventForm; onOpen: OpenEvent };

/** A draft at its slot, dashed: nothing is planned there before somebody approves it. */
export function DraftButton({ draft, form, onOpen }: Props) {
  return (
    <EntryCard
      form={form}
      time={draft.local.slice(11)}
      client={draft.client}
      words={nameOf(draft)}
      picture={draft.thumbnail}
      networks={[...new Set(draft.accounts.map(({ type }) => type))]}
      state={{
        words: { word: draft.expired ? 'Expired draft' : 'Draft', rest: '' },
        icon: draft.expired ? 'alert-circle' : 'pencil',
        tone: draft.expired ? 'warn' : 'calm',
      }}
      data={{ 'data-draft': draft.id, 'data-movable': true }}
      keys="m"
      onOpen={(button) => onOpen({ event: draft, button })}
    />
  );
}
