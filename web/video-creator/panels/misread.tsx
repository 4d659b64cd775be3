import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../api/action.ts';
import { useCall, useList } from '../../api/queries.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { tilesOf } from '../document.ts';
import { useSettings, useSnapshot } from '../editor.ts';
import styles from './panels.module.css';

type Word = Data<'find-misread'>[number];

/** The client whose words are corrected; without one, the whole agency's. */
const everybody = '';

/** Everything on the slides that is not spoken as written, each word with a way to correct it permanently. */
export function Misread({ language }: { language: string }) {
  const { document } = useSnapshot();
  const { settings, set } = useSettings();
  const clients = useList('fetch-app-client', {});
  const text = tilesOf(document)
    .map(({ tts_text: words }) => words.trim())
    .join('\n')
    .trim();
  const ofClient = settings.client_id === null ? {} : { client_id: settings.client_id };
  const found = useCall(
    'find-misread',
    { text: text.slice(0, 100_000), language_id: language, ...ofClient },
    { enabled: text !== '', keep: true },
  );
  const words = text === '' ? [] : (found.data ?? []);
  return (
    <details className={styles.misread} open={words.length > 0}>
      <summary>Pronunciation{words.length > 0 ? `: ${words.length} spoken otherwise than written` : ''}</summary>
      <Select
        label="Corrections for"
        data={[
          { value: everybody, label: 'All clients' },
          ...clients.items.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        allowDeselect={false}
        searchable
        value={settings.client_id ?? everybody}
        onChange={(id) => set({ client_id: id === null || id === everybody ? null : id })}
      />
      <ul>
        {words.slice(0, 50).map((word) => (
          <Correction key={`${word.written} ${word.spoken}`} word={word} of={ofClient} />
        ))}
      </ul>
      <AnotherWord of={ofClient} />
    </details>
  );
}

type Of = { client_id?: string };

function Correction({ word: { written, spoken, id }, of }: { word: Word; of: Of }) {
  const [typed, setTyped] = useState(spoken);
  const save = useAction('save-pronunciation');
  const forget = useAction('delete-pronunciation');
  const isChanged = typed.trim() !== '' && typed.trim() !== spoken;
  return (
    <li>
      <form
        className={styles.word}
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) void save.run({ ...of, written, spoken: typed.trim() });
        }}
      >
        <TextInput
          label={written}
          size="xs"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isChanged && (
          <Button type="submit" size="compact-sm" loading={save.busy}>
            Save
          </Button>
        )}
        {id !== null && !isChanged && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove the pronunciation of ${written}`}
            onClick={() => void forget.run({ id })}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        )}
      </form>
    </li>
  );
}

/** Adds a name that no pattern finds. */
function AnotherWord({ of }: { of: Of }) {
  const [written, setWritten] = useState('');
  const [spoken, setSpoken] = useState('');
  const save = useAction('save-pronunciation', {
    onDone: () => {
      setWritten('');
      setSpoken('');
    },
  });
  return (
    <form
      className={styles.word}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ ...of, written: written.trim(), spoken: spoken.trim() });
      }}
    >
      <TextInput
        label="Another word"
        size="xs"
        maxLength={100}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <TextInput
        label="Said like"
        size="xs"
        maxLength={200}
        value={spoken}
        onChange={(event) => setSpoken(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="compact-sm"
        variant="default"
        loading={save.busy}
        disabled={written.trim() === '' || spoken.trim() === ''}
      >
        Save
      </Button>
    </form>
  );
}
