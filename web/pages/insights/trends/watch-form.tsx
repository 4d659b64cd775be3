import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/action.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { lackOfKeyword } from './keyword-form.tsx';
import styles from './trends.module.css';

/** The field for another keyword of a client. */
export function WatchForm({ client }: { client: string }) {
  const [typed, setTyped] = useState('');
  const [lack, setLack] = useState<string | null>(null);
  const watch = useAction('watch-keyword', { onDone: () => setTyped('') });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const keyword = typed.trim();
        const found = lackOfKeyword(keyword);
        setLack(found);
        if (found === null) void watch.run({ client_id: client, keyword });
      }}
    >
      <TextInput
        label="Keyword to watch"
        placeholder="Sourdough"
        className={styles.grows ?? ''}
        maxLength={100}
        value={typed}
        error={lack ?? watch.errors['keyword']}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setLack(null);
          watch.forget('keyword');
        }}
      />
      <SubmitButton busy={watch.busy}>Watch</SubmitButton>
    </form>
  );
}
