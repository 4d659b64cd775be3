import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import { useClientCount } from '../api/client-count.ts';
import { loadPart } from '../lib/load-code.ts';
import { PauseHost } from '../parts/pausing/pause-host.tsx';
import { PauseBanner } from './banners.tsx';
import { ComposerHost } from './composer-host.tsx';
import { collectKeys } from './early-keys.ts';
import { Footer } from './footer.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import styles from './shell.module.css';
import { ShortcutsHost } from './shortcuts-host.tsx';
import { SuspendedBanner } from './suspended-banner.tsx';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(async () => ({ default: (await loadPart(() => import('./palette.tsx'))).Palette }));

const nothingEarly = (): string => '';

/** Everything around a page behind the guard: banners, top bar, footer, and the palette on Ctrl/Cmd+K. */
export function Shell() {
  // Held here, so that changing pages does not abort the request of the label that every page shows.
  useClientCount();
  const [jumping, setJumping] = useState(false);
  const [everJumped, setEverJumped] = useState(false);
  const takeEarly = useRef(nothingEarly);

  const jump = () => {
    takeEarly.current();
    takeEarly.current = collectKeys();
    setEverJumped(true);
    setJumping(true);
  };
  const stay = () => {
    takeEarly.current();
    setJumping(false);
  };
  useEffect(() => () => void takeEarly.current(), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      jump();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className={styles.shell}>
      <ImpersonationBanner />
      <TopBar onJump={jump} />
      <SuspendedBanner />
      <PauseBanner />
      <Outlet />
      <Footer />
      <PauseHost />
      <ComposerHost />
      <ShortcutsHost />
      {everJumped && (
        <Suspense>
          <Palette opened={jumping} takeEarly={() => takeEarly.current()} onClose={stay} />
        </Suspense>
      )}
    </div>
  );
}
