import { useState } from 'react';
import type { Data, Sent } from '#contract/index.ts';
import { call, CallError } from '../../api/call.ts';

type Found = Data<'search-media'>;
type SearchType = Sent<'search-media'>['search_type'];

/** A search of one kind: a changed keyword begins anew, further pages come with `more`. */
export function useSearch(type: SearchType) {
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<Found>([]);
  const [isLoading, setLoading] = useState(false);
  const [message, setMessage] = useState('');
  const [atEnd, setAtEnd] = useState(true);

  const load = async (wanted: string, number: number) => {
    setLoading(true);
    setMessage('');
    try {
      const source = number > 1 ? found[0]?.source : undefined;
      const input = { keyword: wanted, page: number, search_type: type, ...(source === undefined ? {} : { source }) };
      const { data, message: words } = await call('search-media', input);
      setFound((before) => (number === 1 ? data : [...before, ...data]));
      setPage(number + 1);
      setAtEnd(data.length === 0);
      if (data.length === 0) setMessage(words || "we don't have more results for this keyword");
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
      setAtEnd(true);
    }
    setLoading(false);
  };
  return {
    found,
    isLoading,
    message,
    search: (wanted: string) => {
      setKeyword(wanted);
      setFound([]);
      return load(wanted, 1);
    },
    more: atEnd || isLoading ? null : () => void load(keyword, page),
  };
}

/** Asks for more when the end of a scrolled list is near. */
export const onScrollEnd =
  (more: (() => void) | null) =>
  ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: React.UIEvent<HTMLElement>) => {
    if (scrollHeight - scrollTop - clientHeight < 80) more?.();
  };
