import { useSearchParams } from 'react-router';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { useList } from '../../../api/queries.ts';
import { useChangeAddress } from '../../../lib/use-change-address.ts';
import { padded, sayTotal } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { askedIn, searchWith } from './scheduler/address.ts';
import { Plan } from './scheduler/plan.tsx';

/** /scheduler: the calendar of everything planned; `?new` opens the wizard for a new schedule over it. */
export default function Scheduler() {
  const changeAddress = useChangeAddress();
  const [search] = useSearchParams();
  const { client } = askedIn(search);
  const { first } = useList('fetch-schedulers', { brief: true });
  const begin = () =>
    changeAddress(
      (before) => searchWith(before, { new: '', for: askedIn(before).client, stream: null, first: null, at: null }),
      { preventScrollReset: true },
    );
  return (
    <Page
      title="Scheduler"
      wide
      flush
      heading="Schedule Content"
      count={first ? `${sayTotal(first.total, padded)} Schedule` : ''}
      action={
        <>
          <PageAction icon="list" to={paths.scheduleContent()}>
            View Schedule
          </PageAction>
          <PageAction icon="list-numbers" isExtra to={paths.ledger()}>
            Ledger
          </PageAction>
          <PageAction icon="list" isExtra to={paths.planSeveral(client === null ? {} : { client })}>
            Plan several
          </PageAction>
          <PageAction icon="calendar-plus" onClick={begin}>
            New schedule
          </PageAction>
        </>
      }
    >
      <Plan />
    </Page>
  );
}
