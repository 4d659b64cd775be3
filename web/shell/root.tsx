import { Loader } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation, useRevalidator, useRouteError } from 'react-router';
import { noAnswer } from '../api/call.ts';
import { lookForServer } from '../api/line.ts';
import { DialogHost } from '../parts/dialogs/dialog-host.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LineBar } from './line-bar.tsx';
import styles from './root.module.css';

/** The frame of every page: the skip link, progress while a page loads, focus and scroll afterwards. */
export function Root() {
  const navigation = useNavigation();
  useFocusAfterNavigation();
  useLayoutEffect(() => document.getElementById('first-shell')?.remove(), []);
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      {navigation.state !== 'idle' && (
        <div className={styles.progress} role="progressbar" aria-label="Loading the page" />
      )}
      <Outlet />
      <DialogHost />
      <LineBar />
      <ScrollRestoration />
    </>
  );
}

/**
 * Moves the focus to the start of the page, as after a page load, so that a screen reader starts there. A control that
 * the person has pressed meanwhile keeps the focus: an opened menu stays open.
 */
function useFocusAfterNavigation(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    let hasPressed = false;
    let content: HTMLElement | null = null;
    const look = (): void => {
      if (content?.isConnected) return;
      const isFirst = content === null;
      content = document.getElementById('content');
      if ((isFirst && !hasPressed) || document.activeElement === document.body) content?.focus({ preventScroll: true });
    };
    const end = new AbortController();
    // The page may still be loading, and its placeholder is replaced later.
    const arrival = new MutationObserver(look);
    // After the task that renders it: focusing forces a layout of the page.
    const timer = setTimeout(() => {
      look();
      arrival.observe(document.body, { childList: true, subtree: true });
    });
    end.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      arrival.disconnect();
    });
    const press = () => {
      hasPressed = true;
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, press, { capture: true, signal: end.signal });
    return () => end.abort();
  }, [pathname]);
}

/** Shown while the first page loads. */
export const Waiting = () => (
  <div className={styles.waiting}>
    <Loader size="md" role="img" aria-label="Loading" />
  </div>
);

/** Shown when not even the shell can be rendered or loaded. */
export const Broken = () => <Stumbled onRetry={() => location.reload()} />;

/** Shown inside the shell when a page cannot be rendered or its code cannot be loaded. */
export function BrokenPage() {
  const { revalidate } = useRevalidator();
  return <Stumbled onRetry={() => void revalidate()} />;
}

/** Explains what went wrong. If it was the connection, the page appears once the server answers again. */
function Stumbled({ onRetry }: { onRetry: () => void }) {
  const error = useRouteError();
  const unreachable = error instanceof Error && error.message === noAnswer;
  const text = unreachable ? noAnswer : 'Something went wrong on this page. What you saved is safe.';
  const retry = useRef(onRetry);
  useEffect(() => {
    if (!unreachable) return;
    let left = false;
    void lookForServer().then(() => {
      if (!left) retry.current();
    });
    return () => {
      left = true;
    };
  }, [unreachable, error]);
  return (
    <main id="content" className={styles.broken}>
      <h1>{unreachable ? 'No connection' : 'This page stumbled'}</h1>
      <ErrorState error={new Error(text)} onRetry={onRetry} />
    </main>
  );
}
