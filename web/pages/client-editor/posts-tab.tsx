import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { ledgerBuckets, bucketNames } from '#rules/ledger.ts';
import { paths } from '../../paths.ts';
import { figureOf } from '../ledger/address.ts';
import { MonthChoice } from '../ledger/month-choice.tsx';
import { PostsTable, usePosts } from '../ledger/posts-table.tsx';
import styles from './client-editor.module.css';

const states = ledgerBuckets.map((value) => ({ value, label: bucketNames[value] }));

/** What is planned for the client in a month, and what became of it. */
export function PostsTab({ clientId }: { clientId: string }) {
  const [search, setSearch] = useSearchParams();
  const { month, place: bucket } = figureOf(search, new Date());
  const list = usePosts({ month, place: bucket, clientId });
  return (
    <>
      <div className={styles.choice}>
        <MonthChoice
          month={month}
          to={(shown) => paths.editClient(clientId, { tab: 'posts', month: shown?.month, place: bucket })}
        />
        <Select
          aria-label="State"
          placeholder="Every state"
          data={states}
          value={bucket ?? null}
          clearable
          clearButtonProps={{ 'aria-label': 'Show every state' }}
          onChange={(value) =>
            setSearch(
              (before) => {
                const after = new URLSearchParams(before);
                if (value === null) after.delete('place');
                else after.set('place', value);
                return after;
              },
              { replace: true },
            )
          }
        />
      </div>
      <PostsTable list={list} back={{ to: paths.editClient(clientId), name: 'Back to the client' }} ofOne />
    </>
  );
}
