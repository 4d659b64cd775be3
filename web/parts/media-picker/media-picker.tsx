import { Button, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { Found, SearchType } from '#contract/content/stock.ts';
import { Icon } from '../icons/icon.tsx';
import { When } from '../display/when.tsx';
import styles from './media-picker.module.css';
import { moveByArrows } from './move-by-arrows.ts';
import { Results } from './results.tsx';
import { Waiting } from './waiting.tsx';
import { useSearch } from './use-search.ts';
import { useWhenNear } from './use-when-near.ts';

/** The label of each kind, and the search that is shown before anything is typed. */
const words: Readonly<Record<SearchType, { noun: string; first: string }>> = {
  image: { noun: 'pictures', first: 'nature' },
  video: { noun: 'videos', first: 'nature' },
  quote: { noun: 'quotes', first: 'success' },
  font: { noun: 'fonts', first: 'sans' },
  music: { noun: 'music', first: 'calm' },
  meme: { noun: 'memes', first: 'cat' },
};

type Props<Type extends SearchType> = {
  type: Type;
  /** Called with the chosen result; every call with a media field accepts its addresses. */
  onPick: (result: Found[Type]) => void;
  /** The first search; by default a common word for the kind. */
  keyword?: string;
  /** Ids of results already in use, and of the one being added now. */
  picked?: readonly string[];
  taking?: string | null;
};

/**
 * Searches the sources and lets a person choose a result: a search field over a scroll area of 300 px that loads
 * further pages by itself. Pages that rarely need it load it lazily: `lazy(() => import(…))`.
 */
export function MediaPicker<Type extends SearchType>({
  type,
  onPick,
  keyword: wanted,
  picked = [],
  taking = null,
}: Props<Type>) {
  const { noun, first } = words[type];
  const [typed, setTyped] = useState(wanted ?? first);
  const [keyword, setKeyword] = useState(typed.trim());
  const isEmpty = typed.trim() === '';
  useEffect(() => {
    // A search waits for a pause in typing, so that beginnings of words are not searched.
    const timer = setTimeout(() => setKeyword(typed.trim()), 500);
    return () => clearTimeout(timer);
  }, [typed]);
  const search = useSearch(type, keyword);
  const labelId = useId();
  const area = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (area.current !== null) area.current.scrollTop = 0;
  }, [keyword, type]);
  useWhenNear(end, area, search.error === null && !search.atEnd ? search.loadMore : null);
  const stale = search.results.find((result) => result.stale_since !== null)?.stale_since ?? null;
  return (
    <div className={styles.picker}>
      <form
        role="search"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          // A picker may be inside another form.
          event.stopPropagation();
          setKeyword(typed.trim());
        }}
      >
        <TextInput
          className={styles.field ?? ''}
          label={`Search ${noun}`}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isEmpty ? 'Keyword is required' : undefined}
        />
        <Button type="submit" variant="default" h={36} aria-label={`Search ${noun}`}>
          <Icon name="search" size={18} />
        </Button>
      </form>
      {stale !== null && (
        <p className={styles.stale} role="note">
          <Icon name="history" size={16} />
          <span>
            The source does not answer at the moment. These results are from <When at={stale} />.
          </span>
        </p>
      )}
      <div
        ref={area}
        className={styles.area}
        tabIndex={-1}
        role="region"
        aria-labelledby={labelId}
        aria-busy={search.loading || search.loadingMore}
        onKeyDown={moveByArrows}
      >
        <span id={labelId} className="visually-hidden">
          Found {noun}
        </span>
        <Results type={type} results={search.results} onPick={onPick} picked={picked} taking={taking} />
        {(search.loading || search.loadingMore) && <Waiting type={type} count={search.loading ? 12 : 4} />}
        <div ref={end} className={styles.end} role="status">
          {search.error !== null ? (
            <>
              <span>{search.error.message}</span>
              <Button size="compact-sm" variant="default" onClick={search.retry}>
                Try again
              </Button>
            </>
          ) : search.atEnd && keyword !== '' ? (
            messages.searchEnd
          ) : null}
        </div>
      </div>
    </div>
  );
}
