import { useEffect, useRef, useState } from 'react';

const pause = 200; // ms between the last key and the search, long enough for a quick typist's next one

/**
 * What stands in the field of a search, which is kept elsewhere (the address): `onSearch` gets it once the person has
 * stopped typing for a moment.
 */
export function useTyped(search: string, onSearch: (search: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    // Changed by something else: Back, a link, 'Clear filters'.
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
