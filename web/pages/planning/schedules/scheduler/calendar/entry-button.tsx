import { DraftButton } from './drafts/draft-button.tsx';
import type { EventForm } from './card-words.ts';
import { EventButton, type OpenEvent } from './event-button.tsx';
import { isDraft, type Entry } from './events.ts';

/** An entry of the calendar, as a button that opens it. */
export function EntryButton({ entry, form, onOpen }: { entry: Entry; form: EventForm; onOpen: OpenEvent }) {
  return isDraft(entry) ? (
    <DraftButton draft={entry} form={form} onOpen={onOpen} />
  ) : (
    <EventButton event={entry} form={form} onOpen={onOpen} />
  );
}
