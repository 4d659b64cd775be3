import { useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { figureOf } from '../ledger/address.ts';
import { BucketFilter } from '../ledger/bucket-filter.tsx';
import { MonthChoice } from '../ledger/month-choice.tsx';
import styles from '../ledger/month.module.css';
import { PostsTable, usePosts } from '../ledger/posts-table.tsx';

/** What is planned for the client in a month, and its outcome. */
export function PostsTab({ clientId }: { clientId: string }) {
  const [search] = useSearchParams();
  const { setFilter } = useListAddress();
  const { month, place: bucket } = figureOf(search, new Date());
  const list = usePosts({ month, place: bucket, clientId });
  return (
    <>
      <div className={styles.choice}>
        <MonthChoice
          month={month}
          to={(shown) => paths.editClient(clientId, { tab: 'posts', month: shown?.month, place: bucket })}
        />
        <BucketFilter value={bucket} onChange={(value) => setFilter('place', value)} />
      </div>
      <PostsTable list={list} back={{ to: paths.editClient(clientId), name: 'Back to the client' }} ofOne />
    </>
  );
}
