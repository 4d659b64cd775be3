import { useSearchParams } from 'react-router';
import { paths } from '../../../../paths.ts';
import { useListAddress } from '../../../../lib/use-list-address.ts';
import { figureOf } from '../../../insights/ledger/address.ts';
import { BucketFilter } from '../../../insights/ledger/bucket-filter.tsx';
import { MonthChoice } from '../../../insights/ledger/month-choice.tsx';
import styles from '../../../insights/ledger/month.module.css';
import { PostsTable, usePosts } from '../../../insights/ledger/posts-table.tsx';
import { Toolbar } from '../../../../parts/lists/toolbar.tsx';

/** What is planned for the client in a month, and its outcome. */
export function PostsTab({ clientId }: { clientId: string }) {
  const [params] = useSearchParams();
  const { search, setSearch, setFilter } = useListAddress();
  const { month, place: bucket } = figureOf(params, new Date());
  const found = { month, place: bucket, clientId, search };
  const list = usePosts(found);
  return (
    <>
      <div className={styles.choice}>
        <MonthChoice
          month={month}
          to={(shown) =>
            paths.editClient(clientId, {
              tab: 'posts',
              month: shown?.month,
              place: bucket,
              search: search || undefined,
            })
          }
        />
        <BucketFilter value={bucket} onChange={(value) => setFilter('place', value)} />
      </div>
      <Toolbar search={search} onSearch={setSearch} searchLabel="Search by title or account" />
      <PostsTable
        list={list}
        back={{ to: paths.editClient(clientId), name: 'Back to the client' }}
        ofOne
        found={found}
      />
    </>
  );
}
