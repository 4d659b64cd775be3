import { useState } from 'react';
import type { Draft } from '#contract/planning/drafts.ts';
import { isEligible } from '#rules/eligibility.ts';
import { useAction } from '../../../../api/action.ts';
import { useCall, useList } from '../../../../api/queries.ts';
import { useFirstKnown } from '../../../../lib/use-first-known.ts';
import { ownZone } from '../../../../lib/when.ts';
import { FormDialog } from '../../../../parts/dialogs/form-dialog.tsx';
import { firstWords, type Kept } from '../../../../parts/text-item/kept.ts';
import { TitleAndWords } from '../../../../parts/text-item/title-and-words.tsx';
import { ClientChoice } from '../../../../parts/forms/client-choice.tsx';
import { AccountsOfDraft } from './accounts-of-draft.tsx';
import styles from './drafts.module.css';
import { SlotChoice, type Slot } from './slot-choice.tsx';
import { slotOf } from './words.ts';

type Props = {
  /** The draft's initial words: from a result of Trends, from an idea, or from the edited draft. */
  kept: Kept;
  /** The client; undefined until it is chosen. */
  client?: string;
  /** The draft to edit. */ draft?: Draft;
  onClose: () => void;
};

/** Proposes a post for a free slot of a client's plan, or edits such a draft. */
export function DraftDialog({ kept, client: given, draft, onClose }: Props) {
  const clients = useList('fetch-app-client', {}, { enabled: given === undefined });
  const [chosen, setChosen] = useState<string | null>(null);
  const offeredClient = useFirstKnown(clients.items[0]?.id);
  const client = given ?? chosen ?? offeredClient;
  const [title, setTitle] = useState(kept.title.slice(0, 300));
  const [words, setWords] = useState(firstWords(kept));
  const [picked, setPicked] = useState<readonly string[] | null>(draft?.accounts.map(({ id }) => id) ?? null);
  const [set, setSlot] = useState<Slot | null>(draft ? slotOf(draft) : null);
  const ofClient = { enabled: client !== undefined };
  const { data: connected } = useCall('fetch-social-accounts', { user_id: client ?? '' }, ofClient);
  const slots = useCall('fetch-free-slots', { client_id: client ?? '' }, ofClient);
  const free = slots.data ?? (slots.error ? { timezone: draft?.timezone ?? ownZone(), slots: [] } : undefined);
  // Until the person chooses, the draft is for all accounts that accept texts, and for the first free slot.
  const offered = connected?.accounts.filter(({ type }) => isEligible(type, 'text'));
  const accounts = picked ?? offered?.map(({ id }) => id) ?? [];
  const [first] = free?.slots ?? [];
  const slot = set ?? (free && first ? { ...first, timezone: free.timezone } : null);
  const [isChecked, setChecked] = useState(false);
  const save = useAction('save-draft', { onDone: onClose });
  const lacks = {
    words: words.trim() === '' ? 'Text is required' : undefined,
    accounts: accounts.length > 0 ? undefined : 'Please choose at least one account',
    slot: slot === null || slot.time === '' ? 'Please choose a time' : undefined,
  };
  const submit = () => {
    setChecked(true);
    if (!client || !slot || Object.values(lacks).some((lack) => lack !== undefined)) return;
    const { date, time, timezone } = slot;
    void save.run({
      ...(draft ? { id: draft.id } : {}),
      client_id: client,
      title,
      words,
      url: kept.url,
      social_accounts: [...accounts],
      date,
      time,
      timezone,
    });
  };
  return (
    <FormDialog
      title={draft ? 'Change the draft' : 'Draft into a free slot'}
      closesOutside={false}

      busy={save.busy}
      action="Save draft"
      failure={Object.keys(save.errors).length > 0 ? '' : save.failure}
      onSave={() => submit()}
      onClose={onClose}
    >
      <p className={styles.note}>
        The draft waits on Ideas. Nothing is published before somebody of your agency approves it, and at its time it
        expires.
      </p>
      {given === undefined && client !== undefined && (
        <ClientChoice
          client={client}
          clients={clients.items}
          onChoose={(id) => {
            setChosen(id);
            setPicked(null);
            setSlot(null);
          }}
        />
      )}
      <TitleAndWords
        {...{ title, words }}
        onTitle={setTitle}
        onWords={setWords}
        most={20_000}
        isOthers={given === undefined}
      />
      {client !== undefined && (
        <>
          <AccountsOfDraft
            {...{ client, offered }}
            chosen={accounts}
            error={isChecked ? lacks.accounts : undefined}
            onChoose={setPicked}
          />
          {free && (
            <SlotChoice
              key={client}
              free={free}
              slot={slot}
              startsOther={set !== null && !free.slots.some(({ date, time }) => date === set.date && time === set.time)}
              error={save.errors['date'] ?? (isChecked ? lacks.slot : undefined)}
              onChoose={(next) => {
                setSlot(next);
                save.forget('date');
              }}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
