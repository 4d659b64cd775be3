import { Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { newIcon } from '#rules/design/layers.ts';
import { call, CallError } from '../../api/call.ts';
import { ShowMore } from '../../parts/lists/show-more.tsx';
import { add } from '../actions.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';
import styles from './found.module.css';

type Page = Data<'search-signs'>;
type Icon = Page['items'][number];

/** Icons or emoji: searched by word or category, added with a click. */
export function IconsPanel({ set }: { set: 'emoji' | 'icon' }) {
  const { editor, materials } = useEditor();
  const [keyword, setKeyword] = useState('');
  const [category, setCategory] = useState('');
  const icons = useIcons({ set, keyword, category });
  const words = set === 'emoji' ? 'emoji' : 'icons';
  const choose = ({ sign, name, svg }: Icon) => {
    materials.addIcon({ set, sign }, svg);
    add(editor, [newIcon(newId(), editor.state().history.design, { set, sign, name })]);
  };
  return (
    <>
      <TextInput
        label={`Search ${words}`}
        value={keyword}
        maxLength={100}
        onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
      />
      <Select
        label="Category"
        data={[
          { value: '', label: 'All' },
          ...icons.categories.map((name) => ({ value: name, label: sayCategory(name) })),
        ]}
        value={category}
        allowDeselect={false}
        onChange={(value) => setCategory(value ?? '')}
      />
      <div className={styles.scroll} data-scroll>
        <div className={styles.icons}>
          {icons.items.map((each) => (
            <button
              key={each.sign}
              type="button"
              className={styles.tile}
              title={each.name}
              aria-label={each.name}
              onClick={() => choose(each)}
            >
              <img
                src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(each.svg)}`}
                alt=""
                width={28}
                height={28}
                data-set={set}
              />
            </button>
          ))}
        </div>
        {icons.message !== '' && <p role="status">{icons.message}</p>}
        <ShowMore list={icons.paging} variant="subtle" size="compact-sm">
          Show more
        </ShowMore>
      </div>
    </>
  );
}

const sayCategory = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' and ');

type Wanted = { set: 'emoji' | 'icon'; keyword: string; category: string };

function useIcons({ set, keyword, category }: Wanted) {
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState('');
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    setLoading(true);
    setFailure('');
    try {
      const input = { set, keyword, category, ...(cursor === null ? {} : { cursor }) };
      const { data } = await call('search-signs', input, { signal });
      setPages((before) => (cursor === null ? [data] : [...before, data]));
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
    setLoading(false);
  };
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => void load(null, left.signal), keyword === '' ? 0 : 250);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [set, keyword, category]);
  const last = pages.at(-1);
  const items = pages.flatMap((page) => page.items);
  return {
    items,
    categories: last?.categories ?? [],
    isLoading,
    message: failure || (last && items.length === 0 ? "we don't have more results for this keyword" : ''),
    paging: {
      hasMore: Boolean(last?.next),
      loadMore: () => void load(last?.next ?? null),
      loadingMore: isLoading,
    },
  };
}
