import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { messages } from '#contract/messages.ts';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { Failure } from '../../parts/failure.tsx';
import { showFirstProblem } from '../../parts/first-problem.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useAction } from '../../api/action.ts';
import styles from './selling.module.css';

const rights = [
  'Products',
  'Prices',
  'Customers',
  'Checkout Sessions',
  'Customer portal',
  'Subscriptions',
  'Webhook Endpoints',
] as const;

/** Connects a Stripe account by a key, every right of which is tried at once. */
export function ConnectStripe({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ name: '', secretKey: '' });
  const [problems, setProblems] = useState({ name: '', secretKey: '' });
  const form = useRef<HTMLFormElement>(null);
  const connect = useAction('stripe-connect', { onDone: onClose });
  const change = (part: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...part }));
    for (const name of Object.keys(part)) {
      setProblems((before) => ({ ...before, [name]: '' }));
      connect.forget(name);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      name: fields.name.trim() === '' ? 'Name is required' : '',
      secretKey: /^(sk|rk)_(test|live)_\w{8,}$/.test(fields.secretKey.trim()) ? '' : messages.stripeKeyInvalid,
    };
    setProblems(found);
    const isGood = found.name === '' && found.secretKey === '';
    if (!(isGood && (await connect.run(fields))) && form.current) showFirstProblem(form.current);
  };
  const isOfKey = connect.errors['secretKey'] !== undefined;
  return (
    <DialogFrame opened onClose={onClose} title="Connect Stripe" closesOutside={false}>
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label="Name"
          required
          maxLength={60}
          autoComplete="off"
          placeholder="How you call this account"
          value={fields.name}
          error={problems.name || connect.errors['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <PasswordInput
          label="Secret Key"
          required
          maxLength={300}
          autoComplete="off"
          placeholder="rk_live_… or sk_live_…"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
          value={fields.secretKey}
          error={problems.secretKey || connect.errors['secretKey']}
          onChange={(event) => change({ secretKey: event.currentTarget.value })}
        />
        <div className={styles.hint}>
          A restricted key is enough, and safer. Give it the right to write {rights.slice(0, -1).join(', ')} and{' '}
          {rights.at(-1)}, and to read Invoices. It is kept sealed and never shown again.
        </div>
        {!isOfKey && <Failure message={connect.failure} />}
        <div className={styles.end}>
          <Button variant="default" h={40} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy={connect.busy}>Connect</SubmitButton>
        </div>
      </form>
    </DialogFrame>
  );
}
