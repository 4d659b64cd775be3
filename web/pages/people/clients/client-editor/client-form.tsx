import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../../parts/forms/unsaved-note.tsx';
import { useMay, useUser } from '../../../../api/session.ts';
import { passwordHint } from '../../../../lib/passwords.ts';
import { ApprovalFields } from './approval-fields.tsx';
import styles from './client-editor.module.css';
import type { Client } from './client-fields.ts';
import { EarningFields } from './earning-fields.tsx';
import { useClientForm } from './use-client-form.ts';
import { PasswordField } from '../../../../parts/forms/password-field.tsx';

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
  const form = useClientForm({ client, isAgency: sets, setsApproval: asks, onCreated });
  const { fields, errorOf, change } = form;

  return (
    <form className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <LeaveGuard when={form.hasUnsaved} onLeave={form.forget} />
      <UnsavedNote restored={form.restored} onDiscard={form.discard} />
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
          error={form.weakPassword || errorOf('password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      )}
      <EarningFields fields={fields} errorOf={errorOf} isAgency={sets} onChange={change} />
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
        <SubmitButton busy={form.isBusy} disabled={form.weakPassword !== ''}>
          {client === null ? 'Create' : 'Update'}
        </SubmitButton>
      </div>
    </form>
  );
}
