import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { plansOf, type Plan } from '#rules/plans.ts';
import type { Column } from '../../../parts/lists/data-table.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { passwordProblem } from '../../../lib/passwords.ts';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { useEdited } from '../../../lib/use-edited.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { useUser } from '../../../api/session.ts';
import { padded, sayTotal } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { AccountsList } from '../../people/users/accounts-list.tsx';
import { AddAccount } from '../../people/users/add-account.tsx';
import { EditAccount } from '../../people/users/edit-account.tsx';
import styles from '../../people/users/people.module.css';
import { PlanChoice, PlanList } from '../../people/users/plan-choice.tsx';
import { OwnOnly } from '../../../parts/forms/own-only.tsx';

type Reseller = Data<'fetch-reseller-accounts'>['items'][number];
const type = 'Reseller';
const plan: Column<Reseller> = {
  key: 'plan',
  phone: 'state',
  label: 'Plan',
  cell: ({ membership }) => <PlanList membership={membership} />,
};

/** `/reseller-account`: agencies of their own that this one has created. */
export default function ResellerAccount() {
  const { membership } = useUser();
  const { search, setSearch } = useListAddress();
  const [plans, setPlans] = useState<readonly Plan[]>(() => plansOf(membership));
  const list = useList('fetch-reseller-accounts', search === '' ? {} : { search });
  const add = useAction('reseller');
  const remove = useAction('delete-reseller-accounts');
  const invite = useAction('invite-reseller');
  const total = list.first?.total;
  return (
    <Page
      title="Reseller Accounts"
      above={[{ label: 'Account Management', to: paths.accountManagement() }]}
      count={total === undefined ? '' : sayTotal(total, padded)}
    >
      <div className={styles.columns}>
        <OwnOnly permission="changeResellers">
          <AddAccount
            type={type}
            passwordProblem={passwordProblem}
            busy={add.busy}
            errors={add.errors}
            onSave={(account) => add.run({ ...account, plans: [...plans] })}
          >
            <PlanChoice offered={membership} value={plans} onChange={setPlans} error={add.errors['plans']} />
          </AddAccount>
        </OwnOnly>
        <AccountsList
          title="Reseller Management"
          type={type}
          list={list}
          search={search}
          onSearch={setSearch}
          further={[plan]}
          editor={(reseller, close) => <EditReseller reseller={reseller} onClose={close} />}
          deleteText="Do you want to delete this reseller account"
          permission="changeResellers"
          editPermission="changeResellers"
          onDelete={(id) => remove.run({ id })}
          onInvite={(id) => invite.run({ id })}
        />
      </div>
    </Page>
  );
}

function EditReseller({ reseller, onClose }: { reseller: Reseller; onClose: () => void }) {
  const { membership } = useUser();
  const form = useEdited({
    formName: `reseller ${reseller.id}`,
    saved: { name: reseller.name, password: '', plans: plansOf(reseller.membership) },
    version: reseller.version,
    stateOf: ({ name, plans }) => ({ name, plans }),
    labels: { name: 'Name', plans: 'Plan' },
    secret: ['password'],
    words: (field, state) => (field === 'plans' ? state.plans.join(', ') : state[field]),
  });
  const update = useAction('reseller', {
    onConflict: form.onConflict,
    onDone: () => {
      form.forget();
      onClose();
    },
  });
  const { password, plans } = form.fields;
  const save = () =>
    void form.save((changes, version) =>
      update.run({ id: reseller.id, password, ...changes, ...version }, { repeats: password === '' }),
    );
  return (
    <EditAccount
      account={reseller}
      type={type}
      busy={update.busy}
      errors={update.errors}
      form={form}
      onSave={save}
      onCancel={onClose}
    >
      <PlanChoice
        offered={`${membership}__${reseller.membership}`}
        value={plans}
        onChange={(chosen) => form.change({ plans: chosen })}
        error={update.errors['plans']}
      />
    </EditAccount>
  );
}
