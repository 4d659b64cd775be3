import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../api/action.ts';
import { emailProblem } from '../lib/emails.ts';
import { showFirstProblem } from '../parts/forms/first-problem.ts';
import { Failure } from '../parts/states/failure.tsx';
import styles from './accounts.module.css';

type Props = {
  /** As it was typed in the list of clients. */ name: string;
  onDone: (clientId: string) => void;
  /** Null if there is no client to go back to. */ onCancel: (() => void) | null;
};

/** Adds a client by name and email, in place of the choice. */
export function NewClient({ name: typed, onDone, onCancel }: Props) {
  const [fields, setFields] = useState({ name: typed, email: '' });
  const [problems, setProblems] = useState({ name: '', email: '' });
  const name = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const isAskedFor = onCancel !== null;
  useEffect(() => {
    if (isAskedFor) (typed === '' ? name : email).current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  const { run, busy, failure, errors } = useAction('add-quick-client', { onDone: ({ id }) => onDone(id) });
  const inputOf = (field: 'name' | 'email') => ({
    name: field,
    value: fields[field],
    error: problems[field] || errors[field],
    required: true,
    withAsterisk: false,
    labelProps: { className: 'visually-hidden' },
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      setFields({ ...fields, [field]: event.currentTarget.value });
      setProblems({ ...problems, [field]: '' });
    },
  });
  return (
    <form
      className={styles.newClient}
      aria-label="New client"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = {
          name: fields.name.trim() === '' ? 'Name is required' : '',
          email: emailProblem(fields.email),
        };
        setProblems(found);
        if (found.name === '' && found.email === '') void run({ name: fields.name, email: fields.email });
        else showFirstProblem(event.currentTarget);
      }}
    >
      <TextInput label="Client’s name" placeholder="Client’s name" maxLength={120} {...inputOf('name')} ref={name} />
      <TextInput label="Client’s email" placeholder="Client’s email" type="email" {...inputOf('email')} ref={email} />
      <Button type="submit" loading={busy}>
        Create
      </Button>
      {onCancel && (
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Failure message={Object.keys(errors).length === 0 ? failure : ''} />
    </form>
  );
}
