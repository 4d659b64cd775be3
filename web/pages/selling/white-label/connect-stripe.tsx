import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Failure } from '../../../parts/states/failure.tsx';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { useAction } from '../../../api/action.ts';
import styles from './selling.module.css';
import { PasswordField } from '../../../parts/forms/password-field.tsx';

const rights = [
  'Products',
  'Prices',
  'Customers',
  'Checkout Sessions',
  'Customer portal',
  'Subscriptions',
  'Webhook Endpoints',
] as const;

/** Connects a Stripe account by a key; each of its permissions is tested at once. */
export function ConnectStripe({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ name: '', secretKey: '' });
  const [problems, setProblems] = useState({ name: '', secretKey: '' });
  const connect = useAction('stripe-connect', { onDone: onClose });
  const change = (part: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...part }));
    for (const name of Object.keys(part)) {
      setProblems((before) => ({ ...before, [name]: '' }));
      connect.forget(name);
    }
  };
  const submit = async (form: HTMLFormElement) => {
    const found = {
      name: fields.name.trim() === '' ? 'Name is required' : '',
      secretKey: /^(sk|rk)_(test|live)_\w{8,}$/.test(fields.secretKey.trim()) ? '' : messages.stripeKeyInvalid,
    };
    setProblems(found);
    const isGood = found.name === '' && found.secretKey === '';
    if (!(isGood && (await connect.run(fields)))) showFirstProblem(form);
  };
  const isOfKey = connect.errors['secretKey'] !== undefined;
  return (
    <FormDialog
      title="Connect Stripe"
      closesOutside={false}
      busy={connect.busy}
      action="Connect"
      onSave={(form) => void submit(form)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        placeholder="Your name for this account"
        value={fields.name}
        error={problems.name || connect.errors['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PasswordField
        label="Secret Key"
        required
        maxLength={300}
        placeholder="rk_live_… or sk_live_…"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        value={fields.secretKey}
        error={problems.secretKey || connect.errors['secretKey']}
        onChange={(event) => change({ secretKey: event.currentTarget.value })}
      />
      <div className={styles.hint}>
        A restricted key is enough, and safer. Give it the right to write {rights.slice(0, -1).join(', ')} and{' '}
        {rights.at(-1)}, and to read Invoices. It is stored encrypted and never shown again.
      </div>
      {!isOfKey && <Failure message={connect.failure} />}
    </FormDialog>
  );
}
