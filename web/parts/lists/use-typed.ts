import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isLeaving } from '../../lib/next-page.ts';

/** The debounce in ms: longer than the pause between a fast typist's keys. */
const pause = 200;

/**
 * The debounced text in a search field whose value is stored elsewhere (in the address): `onSearch` receives it after a
 * pause in typing, unless the person has left the page by then.
 */
export function useTyped(search: string, onSearch: (search: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const { pathname } = useLocation();
  useEffect(() => {
    // Changed from outside: Back, a link, 'Clear filters'.
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setInterval(() => {
      // Changing the address would abort the navigation, and the person would stay.
      if (isLeaving(pathname)) return;
      clearInterval(timer);
      sent.current = typed;
      onSearch(typed);
    }, pause);
    return () => clearInterval(timer);
  }, [typed, onSearch, pathname]);
  return [typed, setTyped];
}
