import { useState } from 'react';
import { Link } from 'react-router';
import type { MembershipForSale } from '#contract/selling/memberships.ts';
import { messages } from '#contract/messages.ts';
import { copy } from '../../../parts/buttons/copy.ts';
import type { Column } from '../../../parts/lists/data-table.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { IconAction } from '../../../parts/buttons/icon-action.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { notify } from '../../../parts/notices/notify.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { counted } from '../../../lib/words.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { MembershipDialog } from './membership-dialog.tsx';
import { Named, SellingTable } from './selling-table.tsx';
import styles from './selling.module.css';
import { OwnOnly } from '../../../parts/forms/own-only.tsx';
import { useMay } from '../../../api/session.ts';

const columns: readonly Column<MembershipForSale>[] = [
  {
    key: 'name',
    phone: 'name',
    label: 'Name',
    cell: ({ name, plans, buyers }) => <Named name={name} below={`${plans.join(', ')} · ${counted(buyers, 'user')}`} />,
  },
  {
    key: 'price',
    phone: 'state',
    label: 'Price ($)',
    cell: ({ payment: { price, paytime } }) => (
      <span className={styles.price}>
        {price.toFixed(2)} <span>{paytime}</span>
      </span>
    ),
  },
];

async function copyUrl(url: string): Promise<void> {
  if (await copy({ text: url })) notify.success('Payment URL copied successfully', { seconds: 4 });
  else notify.danger(`This browser does not let us copy. The payment URL is ${url}`, { seconds: 8 });
}

/** The tab Membership: the products of the white label, and their payment addresses. */
export function Memberships() {
  const read = useCall('fetch-membership', {});
  const label = useCall('fetch-whitelabel', {});
  const sells = useMay('sell');
  const [edited, setEdited] = useState<MembershipForSale | 'new' | null>(null);
  const remove = useAction('delete-membership');
  const isActive = label.data?.[0]?.state === 'active';
  return (
    <section aria-labelledby="membership">
      <div className={styles.head}>
        <h2 id="membership">Membership</h2>
        <SubmitButton busy={false} disabled={!sells || !isActive} onClick={() => setEdited('new')}>
          Create Membership
        </SubmitButton>
      </div>
      {label.data && !isActive && (
        <p className={styles.note}>
          <Icon name="info-circle" size={18} />
          <span>
            {messages.whiteLabelNotActive}. Its state is under <Link to={paths.whiteLabel()}>Customization</Link>.
          </span>
        </p>
      )}
      <OwnOnly permission="sell">
        <SellingTable
          label="Memberships"
          columns={columns}
          rows={read.data ?? []}
          read={read}
          empty={<EmptyState icon="currency-dollar" text="You do not have membership created!" />}
          actionsLabel="Actions"
          onEdit={setEdited}
          further={({ name, domain }) => (
            <IconAction
              icon="copy"
              word={domain === '' ? 'It has no address until your domain is set up' : 'Copy the payment URL'}
              label={`Copy the payment URL of ${name}`}
              size={36}
              disabled={domain === ''}
              onClick={() => void copyUrl(domain)}
            />
          )}
          deletion={{
            text: 'Do you want to delete this membership',
            words: () => 'nobody can buy it any more; members who have it keep it and continue to pay',
            run: ({ id }) => remove.run({ id }),
          }}
        />
      </OwnOnly>
      {edited !== null && (
        <MembershipDialog
          key={edited === 'new' ? 'new' : edited.id}
          membership={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
