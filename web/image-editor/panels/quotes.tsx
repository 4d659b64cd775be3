import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { newText } from '#rules/design/layers.ts';
import { add } from '../actions.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';
import styles from './found.module.css';
import { SearchField } from './search-field.tsx';
import { onScrollEnd, useSearch } from './use-search.ts';

/** A search for quotes by keyword; a press adds one as a text with its author. */
export function QuotesPanel() {
  const { editor } = useEditor();
  const { found, isLoading, message, search, more } = useSearch('quote');
  const first = useRef(search);
  useEffect(() => void first.current('success'), []);
  return (
    <>
      <SearchField
        label="Search quotes"
        first="success"
        isLoading={isLoading}
        onSearch={(keyword) => void search(keyword)}
      />
      <div className={styles.scroll} onScroll={onScrollEnd(more)} aria-busy={isLoading}>
        {found.map((each) =>
          'quote' in each ? (
            <button
              key={each.id}
              type="button"
              className={styles.quote}
              onClick={() => add(editor, [newText(newId(), { text: `“${each.quote}”\n${each.author}`, size: 30 })])}
            >
              {each.quote}
              <small>{each.author}</small>
            </button>
          ) : null,
        )}
        {isLoading && <Loader size="sm" />}
        {message !== '' && <p role="status">{message}</p>}
      </div>
    </>
  );
}
