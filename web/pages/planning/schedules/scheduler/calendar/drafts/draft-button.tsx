import { Face } from '../../../../../../parts/display/face.tsx';
import { Icon } from '../../../../../../parts/icons/icon.tsx';
import { nameOf } from '../../../../ideas/drafts/words.ts';
import { EventWords, Networks, type EventForm, type OpenEvent } from '../event-button.tsx';
import styles from '../events.module.css';
import type { CalendarDraft } from '../events.ts';

type Props = { draft: CalendarDraft; form: EventForm; onOpen: OpenEvent };

/** A draft at its slot, dashed: nothing is planned there before somebody approves it. */
export function DraftButton({ draft, form, onOpen }: Props) {
  const time = draft.local.slice(11);
  const title = nameOf(draft);
  const word = draft.expired ? 'Expired draft' : 'Draft';
  return (
    <button
      type="button"
      className={styles.event}
      data-form={form}
      data-draft
      data-tone={draft.expired ? 'warn' : 'calm'}
      aria-haspopup="dialog"
      title={`${time} ${title} · ${draft.client} · ${word}`}
      onClick={({ currentTarget }) => onOpen({ event: draft, button: currentTarget })}
    >
      <Face name={draft.client} image={null} size={form === 'line' ? 28 : 18} />
      <span className={styles.eventTime}>{time}</span>
      <EventWords form={form} title={title} client={draft.client} />
      <Networks networks={[...new Set(draft.accounts.map(({ type }) => type))]} form={form} />
      <Icon
        name={draft.expired ? 'alert-circle' : 'pencil'}
        size={form === 'line' ? 16 : 13}
        label={word}
        className={styles.eventIcon ?? ''}
      />
    </button>
  );
}
