import { useEffect, useRef, useState } from 'react';

const pause = 200; // ms between the last key and the search, longer than the pause between a fast typist's keys

/**
 * The text in a search field whose value is stored elsewhere (in the address): `onSearch` receives it after a pause in
 * typing.
 */
export function useTyped(search: string, onSearch: (search: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    // Changed from outside: Back, a link, 'Clear filters'.
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      onSearch(typed);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return [typed, setTyped];
}
