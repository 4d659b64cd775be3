import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { MembershipForSale } from '#contract/selling/memberships.ts';
import { type Plan, plansOf } from '#rules/plans.ts';
import { centsOf } from '#rules/subscriptions.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { useUser } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { PlanChoice } from '../../people/users/plan-choice.tsx';
import styles from './selling.module.css';

type Fields = { name: string; account: string | null; paytime: 'monthly' | 'yearly'; price: string; plans: Plan[] };

const noAccount = 'You do not have stripe integration. please connect it from payment integration.';

const fieldsOf = (membership: MembershipForSale | null, own: string): Fields => ({
  name: membership?.name ?? '',
  account: membership?.payment.accId ?? null,
  paytime: membership?.payment.paytime ?? 'monthly',
  price: String(membership?.payment.price ?? 1),
  plans: membership?.plans ?? plansOf(own),
});

function problemsOf({ name, price, plans }: Fields, account: string | null): Record<string, string> {
  return {
    name: name.trim() === '' ? 'Name is required' : '',
    'payment.accId': account === null ? messages.stripeAccountGone : '',
    'payment.price': centsOf(price) === null ? messages.priceInvalid : '',
    plans: plans.length === 0 ? 'Please choose at least one plan' : '',
  };
}

/** Creates or edits a membership; existing buyers keep what they bought. */
export function MembershipDialog({
  membership,
  onClose,
}: {
  membership: MembershipForSale | null;
  onClose: () => void;
}) {
  const { membership: own } = useUser();
  const accounts = useCall('fetch-social-accounts', {}).data?.stripe;
  const [fields, setFields] = useState(() => fieldsOf(membership, own));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const create = useAction('create-membership', { onDone: onClose });
  const update = useAction('update-membership', { onDone: onClose });
  const action = membership === null ? create : update;
  const account = fields.account ?? (accounts?.length === 1 ? (accounts[0]?.id ?? null) : null);
  const errorOf = (name: string) => problems[name] || action.errors[name];
  const change = (part: Partial<Fields>, field: string) => {
    setFields((before) => ({ ...before, ...part }));
    setProblems((before) => ({ ...before, [field]: '' }));
    action.forget(field);
  };
  const submit = async (form: HTMLFormElement) => {
    const found = problemsOf(fields, account);
    setProblems(found);
    const isGood = Object.values(found).every((problem) => problem === '');
    const { name, paytime, price, plans } = fields;
    const payment = { methodType: 'stripe', accId: account ?? '', paytime, price } as const;
    const send = () =>
      membership === null ? create.run({ name, payment, plans }) : update.run({ id: membership.id, payment, plans });
    if (!(isGood && (await send()))) showFirstProblem(form);
  };
  return (
    <FormDialog
      title={membership === null ? 'Create Membership' : 'Edit Membership'}
      closesOutside={false}

      busy={action.busy}
      action={membership === null ? 'Create' : 'Update'}
      onSave={(form) => void submit(form)}
      onClose={onClose}
    >
      {accounts?.length === 0 && (
        <p className={styles.note} role="status">
          <Icon name="info-circle" size={18} />
          <span>
            {noAccount} <Link to={paths.whiteLabel({ tab: 'payment' })}>Payment Integration</Link>
          </span>
        </p>
      )}
      <TextInput
        label="Name"
        name="name"
        required
        maxLength={60}
        readOnly={membership !== null}
        value={fields.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value }, 'name')}
      />
      <Select label="Payment method" data={['Stripe']} value="Stripe" allowDeselect={false} />
      <Select
        label="Account"
        required
        placeholder="Choose a connected account"
        data={(accounts ?? []).map(({ id, username, last4 }) => ({ value: id, label: `${username} (…${last4})` }))}
        value={account}
        error={errorOf('payment.accId')}
        allowDeselect={false}
        onChange={(value) => change({ account: value }, 'payment.accId')}
      />
      <div className={styles.pair}>
        <Select
          label="Period"
          required
          data={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'yearly', label: 'Yearly' },
          ]}
          value={fields.paytime}
          allowDeselect={false}
          onChange={(value) => change({ paytime: value === 'yearly' ? 'yearly' : 'monthly' }, 'payment.paytime')}
        />
        <TextInput
          label="Price ($)"
          name="price"
          required
          inputMode="decimal"
          maxLength={12}
          value={fields.price}
          error={errorOf('payment.price')}
          onChange={(event) => change({ price: event.currentTarget.value }, 'payment.price')}
        />
      </div>
      <PlanChoice
        offered={membership === null ? own : `${own}__${membership.plans.join('__')}`}
        value={fields.plans}
        onChange={(plans) => change({ plans }, 'plans')}
        error={errorOf('plans')}
      />
      {membership !== null && membership.buyers > 0 && (
        <p className={styles.hint}>Existing buyers keep the price and the plans they bought.</p>
      )}
    </FormDialog>
  );
}
