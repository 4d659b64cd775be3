import { useCallback } from 'react';
import { matchPath, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { openedIn, type Asked } from './address.ts';
import type { Composed } from './post.ts';

/**
 * What a new post starts with, besides what the address says: words of an idea, a file of the library, the accounts of
 * the post before.
 */
export type Carried = Partial<Pick<Composed, 'title' | 'words' | 'url' | 'file' | 'alt' | 'accounts'>>;

/** Opens the window of a post over the page. Back closes it, and a reload keeps it. */
export function useOpenComposer(): (asked: Asked, carried?: Carried) => void {
  const navigate = useNavigate();
  return useCallback(
    (asked, carried) =>
      void navigate(
        { search: `?${openedIn(new URLSearchParams(location.search), withClientHere(asked)).toString()}` },
        { preventScrollReset: true, state: stateWith(carried) },
      ),
    [navigate],
  );
}

/** A new post is for the client whose page is shown, or to whom the calendar is limited. */
function withClientHere(asked: Asked): Asked {
  if (asked.kind !== 'new' || asked.clientId !== null) return asked;
  const ofPage = matchPath(paths.editClient(':id'), location.pathname)?.params.id;
  return { ...asked, clientId: ofPage ?? new URLSearchParams(location.search).get('client') };
}

/** The state of an address that carries something to the window. */
export const stateWith = (carried: Carried | undefined) => (carried === undefined ? null : { carried });

/** What was carried to the window by the state of its address. */
export const carriedIn = (state: unknown): Carried =>
  typeof state === 'object' && state !== null && 'carried' in state && isCarried(state.carried) ? state.carried : {};

// Only `useOpenComposer` writes this state.
const isCarried = (value: unknown): value is Carried => typeof value === 'object' && value !== null;
