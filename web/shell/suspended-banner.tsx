import { Link } from 'react-router';
import { Icon } from '../parts/icons/icon.tsx';
import { personOf, useMay, useUser, type User } from '../api/session.ts';
import { useBrand } from '../theme/brand.ts';
import { paths } from '../paths.ts';
import styles from './banners.module.css';

/** Shows on every page of an unpaid agency that nothing is published, and how to resolve that. */
export function SuspendedBanner() {
  const user = useUser();
  const isPayer = useMay('billing');
  const { name } = useBrand();
  if (user.suspended === 'no') return null;
  return (
    <aside className={styles.banner} data-kind="suspended" aria-label="Publishing is suspended">
      <Icon name="alert-triangle" />
      <p>{wordsOf(user, { isPayer, brand: name })}</p>
      {isPayer && user.suspended === 'unpaid' && <Link to={paths.billing()}>Open billing</Link>}
    </aside>
  );
}

function wordsOf(user: User, { isPayer, brand }: { isPayer: boolean; brand: string }): string {
  if (personOf(user).role === 'client')
    return 'Nothing is published at the moment. Please ask your agency when it resumes.';
  if (user.suspended === 'seller')
    return (
      `${brand} is suspended, so nothing is published at the moment. Nothing is deleted; please ask ${brand} when ` +
      'publishing resumes.'
    );
  return isPayer
    ? 'Your membership is not paid for, so nothing is published. Nothing is deleted, and publishing resumes once ' +
        'it is paid.'
    : 'The membership is not paid for, so nothing is published. Nothing is deleted; please tell the account’s owner.';
}
