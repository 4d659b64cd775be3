import { lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../api/session.ts';
import { askedIn, closedIn, newPost, openedIn } from '../composer/address.ts';
import { stateWith, useOpenComposer, type Carried } from '../composer/open-composer.ts';
import { loadPart, loadWhenIdle } from '../lib/load-code.ts';
import { isSingleKey } from '../parts/shortcuts/shortcut-store.ts';

const load = () => import('../composer/composer.tsx');
const Composer = lazy(async () => ({ default: (await loadPart(load)).Composer }));

/** The window of a post over any page, as the address asks; *N* opens a new one. */
export function ComposerHost() {
  const may = useMay('schedule');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const open = useOpenComposer();
  const asked = may ? askedIn(search) : null;
  useEffect(() => (may ? loadWhenIdle([load]) : undefined), [may]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!may || event.key.toLowerCase() !== 'n' || event.shiftKey || !isSingleKey(event)) return;
      event.preventDefault();
      open(newPost);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [may, open]);
  const go = (next: URLSearchParams, isStep: boolean, carried?: Carried) =>
    void navigate(
      { search: next.size === 0 ? '' : `?${next.toString()}` },
      { replace: !isStep, preventScrollReset: true, state: stateWith(carried) },
    );
  const now = () => new URLSearchParams(location.search);
  return (
    asked !== null && (
      <Suspense>
        <Composer
          asked={asked}
          onClose={() => go(closedIn(now()), false)}
          onAsk={(next, isStep, carried) => go(openedIn(now(), next), isStep, carried)}
        />
      </Suspense>
    )
  );
}
