import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '#contract/drafts.ts';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { ownZone } from '../../../lib/when.ts';
import { DialogFrame } from '../../../parts/dialog-frame.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { SubmitButton } from '../../../parts/submit-button.tsx';
import { ClientChoice } from '../client-choice.tsx';
import { AccountsOfDraft } from './accounts-of-draft.tsx';
import styles from './drafts.module.css';
import { SlotChoice, type Slot } from './slot-choice.tsx';

type Props = {
  /** What the draft begins with: words of a result of Trends, of an idea, or of the draft that is changed. */
  kept: { title: string; url: string; words?: string };
  /** Whose draft; undefined where that is still to be chosen. */
  client?: string;
  /** The draft to change. */ draft?: Draft;
  onClose: () => void;
};

/** Proposes a post for a free slot of a client's plan, or changes such a draft. */
export function DraftDialog({ kept, client: given, draft, onClose }: Props) {
  const clients = useList('fetch-app-client', {}, { enabled: given === undefined });
  const [chosen, setChosen] = useState<string | null>(null);
  const client = given ?? chosen ?? clients.items[0]?.id;
  const [title, setTitle] = useState(kept.title.slice(0, 300));
  const [words, setWords] = useState(kept.words || [kept.title, kept.url].filter((part) => part !== '').join('\n\n'));
  const [accounts, setAccounts] = useState<readonly string[] | null>(draft?.accounts.map(({ id }) => id) ?? null);
  const [slot, setSlot] = useState<Slot | null>(draft ?? null);
  const [isChecked, setChecked] = useState(false);
  const save = useAction('save-draft', { onDone: onClose });
  const lacks = {
    words: words.trim() === '' ? 'Text is required' : undefined,
    accounts: accounts?.length ? undefined : 'Please choose at least one account',
    slot: slot === null || slot.time === '' ? 'Please choose a time' : undefined,
  };
  const submit = () => {
    setChecked(true);
    if (!client || !slot || !accounts || Object.values(lacks).some((lack) => lack !== undefined)) return;
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
    <DialogFrame
      opened
      onClose={onClose}
      title={draft ? 'Change the draft' : 'Draft into a free slot'}
      closesOutside={false}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
              setAccounts(null);
              setSlot(null);
            }}
          />
        )}
        <TextInput
          label="Title"
          maxLength={300}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label="Text"
          {...(given === undefined
            ? { description: "What you see is somebody else's. Say it in your own words." }
            : {})}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={20_000}
          value={words}
          error={lacks.words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {client !== undefined && (
          <>
            <AccountsOfDraft
              key={`accounts of ${client}`}
              client={client}
              chosen={accounts}
              error={isChecked ? lacks.accounts : undefined}
              onChoose={setAccounts}
            />
            <SlotChoice
              key={`slots of ${client}`}
              client={client}
              slot={slot}
              zone={draft?.timezone ?? ownZone()}
              error={save.errors['date'] ?? (isChecked ? lacks.slot : undefined)}
              onChoose={(next) => {
                setSlot(next);
                save.forget('date');
              }}
            />
          </>
        )}
        <Failure message={Object.keys(save.errors).length > 0 ? '' : save.failure} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy={save.busy}>Save draft</SubmitButton>
        </div>
      </form>
    </DialogFrame>
  );
}
