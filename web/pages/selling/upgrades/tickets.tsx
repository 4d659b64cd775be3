import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { UpgradeTicket } from '#contract/selling/upgrades.ts';
import {
  ticketErrors,
  ticketForms,
  type TicketField,
  type TicketKind,
  type TicketState,
} from '#rules/upgrade-tickets.ts';
import { useAction } from '../../../api/action.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { When } from '../../../parts/display/when.tsx';
import styles from './upgrades.module.css';

/** The form for a request to the product's support, and the state of earlier requests. */
export function Tickets({ kind, tickets }: { kind: TicketKind; tickets: readonly UpgradeTicket[] }) {
  return (
    <>
      <TicketForm kind={kind} />
      {tickets.length > 0 && (
        <section aria-labelledby="requests" className={styles.requests}>
          <h3 id="requests">Your requests</h3>
          <ul className={styles.tickets}>
            {tickets.map((ticket) => (
              <Ticket key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function TicketForm({ kind }: { kind: TicketKind }) {
  const { title, wait, fields } = ticketForms[kind];
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const send = useAction('send-ticket', { onDone: () => setValues({}) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const errors = ticketErrors(kind, values);
    setProblems(errors);
    if (Object.keys(errors).length === 0) void send.run({ kind, fields: values });
  };
  const all: readonly TicketField[] = fields;
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="ticket">
      <h3 id="ticket">{title}</h3>
      <p className={styles.note}>{wait}</p>
      {all.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={problems[field.name] ?? send.errors[field.name]}
          onChange={(value) => {
            setValues((before) => ({ ...before, [field.name]: value }));
            setProblems((before) => ({ ...before, [field.name]: '' }));
            send.forget(field.name);
          }}
        />
      ))}
      <div className={styles.end}>
        <SubmitButton busy={send.busy}>Send request</SubmitButton>
      </div>
    </form>
  );
}

type FieldProps = {
  field: TicketField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Field({ field: { label, kind, most, hint }, value, error, onChange }: FieldProps) {
  const shared = { label, error, ...(hint === undefined ? {} : { description: hint }) };
  if (kind === 'yes')
    return (
      <Checkbox
        label={label}
        error={error}
        checked={value === 'yes'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : '')}
      />
    );
  const Input = kind === 'text' ? Textarea : TextInput;
  return (
    <Input
      {...shared}
      {...(kind === 'text' ? { rows: 4 } : { type: kind === 'email' ? 'email' : 'text' })}
      maxLength={most}
      value={value}
      onChange={(event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)}
    />
  );
}

const stateWords: Readonly<Record<TicketState, string>> = {
  open: 'Waiting for an answer',
  answered: 'Answered',
  done: 'Done',
  denied: 'Denied',
};

function Ticket({ ticket: { kind, fields, state, answer, created } }: { ticket: UpgradeTicket }) {
  const [first] = ticketForms[kind].fields;
  return (
    <li>
      <strong>{stateWords[state]}</strong>
      <span className={styles.file}>
        {first.label} {fields[first.name]}, <When at={created} form="short" />
      </span>
      {answer !== '' && <p>{answer}</p>}
    </li>
  );
}
