import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOpenComposer } from '../../../../composer/open-composer.ts';
import { loadPart } from '../../../../lib/load-code.ts';
import { useChangeAddress } from '../../../../lib/use-change-address.ts';
import { askedIn, searchWith } from './address.ts';
import { Calendar } from './calendar/calendar.tsx';

const NewScheduleDialog = lazy(async () => ({
  default: (await loadPart(() => import('./new-schedule.tsx'))).NewScheduleDialog,
}));

const FeedsDialog = lazy(() => loadPart(() => import('./feeds/feeds-dialog.tsx')));

/**
 * The calendar that the address describes, or that of one client; `?new` opens the wizard for a new schedule over it.
 * A pressed day or hour begins a post there.
 */
export function Plan({ clientId }: { clientId?: string }) {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const compose = useOpenComposer();
  const asked = askedIn(search);
  const shown = clientId === undefined ? asked : { ...asked, client: clientId };
  const change = (changes: Readonly<Record<string, string | null>>, isStep = false) =>
    changeAddress((before) => searchWith(before, changes), { replace: !isStep, preventScrollReset: true });
  const [isSubscribing, setSubscribing] = useState(false);
  return (
    <>
      <Calendar
        shown={shown}
        ofOne={clientId !== undefined}
        onChange={change}
        onNew={(day, at) =>
          compose({ kind: 'new', clientId: shown.client, at: day === null || at === null ? day : `${day} ${at}` })
        }
        onFill={(id, day) => change({ new: '', for: id, stream: null, first: day, step: 'stream' }, true)}
        onSubscribe={() => setSubscribing(true)}
      />
      {isSubscribing && (
        <Suspense fallback={null}>
          <FeedsDialog clientId={shown.client} onClose={() => setSubscribing(false)} />
        </Suspense>
      )}
      {asked.new && (
        <Suspense>
          <NewScheduleDialog
            asked={asked.new}
            onClose={() => change({ new: null, for: null, stream: null, first: null, at: null, step: null })}
          />
        </Suspense>
      )}
    </>
  );
}
