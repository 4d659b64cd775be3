import { useSearchParams } from 'react-router';
import { bucketNames } from '#rules/ledger.ts';
import { Page } from '../parts/page.tsx';
import { paths } from '../paths.ts';
import { sayMonth } from '../lib/dates.ts';
import { figureOf } from './ledger/address.ts';
import { ExportButton } from './ledger/export-button.tsx';
import { PostsTable, usePosts } from './ledger/posts-table.tsx';
import { sayCount } from '../lib/words.ts';

/** /ledger/posts: the deliveries behind one figure of the ledger. */
export default function LedgerPosts() {
  const [search] = useSearchParams();
  const figure = figureOf(search, new Date());
  const list = usePosts(figure);
  const total = list.first?.total ?? 0;
  const heading = `${figure.place === undefined ? 'Planned' : bucketNames[figure.place]}, ${sayMonth(figure.month)}`;
  return (
    <Page
      title="Ledger"
      above={[{ label: `Ledger of ${sayMonth(figure.month)}`, to: paths.ledger({ month: figure.month }) }]}
      heading={heading}
      thing={heading}
      count={list.first ? `${sayCount(total)} ${total === 1 ? 'post' : 'posts'}` : ''}
      {...(total > 0 ? { action: <ExportButton what="deliveries" {...figure} /> } : {})}
    >
      <PostsTable list={list} back={{ to: paths.ledger(), name: 'Back to the ledger' }} />
    </Page>
  );
}
