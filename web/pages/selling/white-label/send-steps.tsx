import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type { WhiteLabel } from '#contract/selling/white-label.ts';
import { useAction } from '../../../api/action.ts';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import styles from './white-label.module.css';

/** Mails the records to the person who manages the domain's DNS. */
export function SendSteps({ label }: { label: WhiteLabel }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const send = useAction('send-dns-steps', { onDone: () => setEmail('') });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '') setProblem('Email is required');
    const isSent = email.trim() !== '' && (await send.run({ id: label.id, email }));
    if (!isSent && form.current) showFirstProblem(form.current);
  };
  return (
    <form ref={form} className={styles.send} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="Send these steps to a colleague"
        description="For the person who manages your DNS. Answers come to your own email."
        type="email"
        placeholder="name@brand.com"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={problem || send.errors['email']}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem('');
          send.forget('email');
        }}
      />
      <Button type="submit" variant="default" loading={send.busy}>
        Send
      </Button>
    </form>
  );
}
