import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../../parts/forms/unsaved-note.tsx';
import { useAction } from '../../../../api/action.ts';
import { useMay, useUser } from '../../../../api/session.ts';
import { passwordHint } from '../../../../lib/passwords.ts';
import { useEdited } from '../../../../lib/use-edited.ts';
import { ApprovalFields } from './approval-fields.tsx';
import styles from './client-editor.module.css';
import {
  fieldsOf,
  labelsFor,
  problemsOf,
  stateInWords,
  stateOf,
  typedPasswordProblem,
  type Client,
  type Fields,
} from './client-fields.ts';
import { useProspect } from './prospect.ts';
import { PasswordField } from '../../../../parts/forms/password-field.tsx';

const frequencies = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];

type Props = { client: Client | null; onCreated: (id: string) => void };

/** The client form: Create without a client, Update with one. */
export function ClientForm({ client, onCreated }: Props) {
  const user = useUser();
  const sets = useMay('manageClients');
  const asks = useMay('askForApproval');
  const mayPassword = useMay('setClientPasswords');
  // The person who adds a client sets its first password; later only the client or the owner may change it, never an
  // operator.
  const setsPassword = client === null || (!user.impersonated && (mayPassword || client.id === user.id));
  const prospect = useProspect();
  const labels = labelsFor({ isAgency: sets });
  const edited = useEdited({
    formName: `client ${client?.id ?? (prospect === null ? 'new' : `new ${prospect.name}`)}`,
    saved: fieldsOf(client, prospect),
    version: client?.version ?? null,
    stateOf,
    labels,
    words: stateInWords,
    secret: ['password'],
  });
  const { fields } = edited;
  const [problems, setProblems] = useState<Partial<Record<keyof Fields, string>>>({});
  const leaving = useRef(false);

  const add = useAction('add-app-client', {
    quiet: true, // the dialog that follows reports it
    onDone: ([created]) => {
      leaving.current = true;
      edited.forget();
      if (created) onCreated(created.id);
    },
  });
  const update = useAction('edit-app-client-account', {
    onConflict: edited.onConflict,
    onDone: (data) => {
      edited.take(fieldsOf(data), data.version);
    },
  });
  const errors = client === null ? add.errors : update.errors;
  const weak = typedPasswordProblem(fields.password);

  const change = (part: Partial<Fields>) => {
    edited.change(part);
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, ''])) }));
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = problemsOf(fields, client);
    setProblems(found);
    if (Object.keys(found).length > 0 || fields.earning === '') return showFirstProblem(form);
    const { send, email, password, approval_covers, approval_waiting: ending } = fields;
    const done = await (client === null
      ? // omitted without the permission to change it
        add.run({ ...stateOf(fields), ...(asks ? {} : { approval: undefined }), email, password, send })
      : edited.save((changes, version) =>
          update.run(
            {
              id: client.id,
              ...changes,
              ...version,
              password,
              approval_covers,
              ...(ending === '' ? {} : { approval_waiting: ending }),
            },
            { repeats: password === '' },
          ),
        ));
    if (!done) showFirstProblem(form);
  };
  // The agency sets what it earns; a client account can only read it.
  const fixed = sets ? {} : ({ readOnly: true, variant: 'filled', description: 'Set by your agency' } as const);
  const errorOf = (name: keyof Fields) => problems[name] || errors[name];

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={() => !leaving.current && edited.isEdited} onLeave={edited.forget} />
      <UnsavedNote restored={edited.restored} onDiscard={edited.discard} />
      <TextInput
        label="Name"
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        value={fields.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Email"
        name="email"
        type="email"
        required={client === null}
        readOnly={client !== null}
        autoComplete="off"
        value={fields.email}
        error={errorOf('email')}
        variant={client === null ? 'default' : 'filled'}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      {setsPassword && (
        <PasswordField
          label={client === null ? 'Password' : 'Password (leave blank for same password)'}
          name="password"
          required={client === null}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          description={passwordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={fields.password}
          error={weak || errorOf('password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      )}
      <div className={styles.pair}>
        <NumberInput
          label={labels.earning}
          name="earning"
          required
          min={0}
          decimalScale={2}
          allowNegative={false}
          thousandSeparator=","
          leftSection="$"
          hideControls
          {...fixed}
          value={fields.earning}
          error={errorOf('earning')}
          onChange={(value) => change({ earning: value === '' ? '' : Number(value) })}
        />
        <Select
          label="Frequency"
          required
          data={frequencies}
          allowDeselect={false}
          {...fixed}
          value={fields.frequency}
          error={errorOf('frequency')}
          onChange={(value) => {
            if (value === 'weekly' || value === 'monthly' || value === 'yearly') change({ frequency: value });
          }}
        />
      </div>
      <TextInput
        label="Company"
        name="company"
        maxLength={200}
        autoComplete="off"
        value={fields.company}
        error={errorOf('company')}
        onChange={(event) => change({ company: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        name="description"
        maxLength={2000}
        autosize
        minRows={3}
        maxRows={10}
        value={fields.description}
        error={errorOf('description')}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {sets && (
        <ApprovalFields
          client={client}
          fields={fields}
          problem={errorOf('approval_waiting')}
          fixed={!asks}
          onChange={change}
        />
      )}
      {client === null && (
        <Checkbox
          label="Email the credentials to the client"
          checked={fields.send}
          onChange={(event) => change({ send: event.currentTarget.checked })}
        />
      )}
      <div className={styles.end}>
        <SubmitButton busy={add.busy || update.busy} disabled={weak !== ''}>
          {client === null ? 'Create' : 'Update'}
        </SubmitButton>
      </div>
    </form>
  );
}
