import { CloseButton, TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { BasicIcon } from '../../../parts/icons/basic-icon.tsx';
import { addressOf } from './article-links.tsx';
import styles from './help.module.css';
import { openSearch } from './search.ts';
import { app, type HelpArticle } from './use-help.ts';

const shown = 8;
/** ms without typing after which a search without results is recorded. */
const pause = 2000;

const textOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/** Searches the help while the person types. */
export function SearchBox({ articles }: { articles: readonly HelpArticle[] }) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const isIdle = useIdle();
  const isWanted = isIdle || words !== '';
  const search = useMemo(
    () =>
      openSearch(
        !isWanted
          ? []
          : articles.map(({ id, title, topics, content }) => ({
              id,
              title,
              topics: topics.join(' '),
              text: textOf(content),
            })),
      ),
    [articles, isWanted],
  );
  const hits = useMemo(() => {
    const found = words === '' ? [] : search(words);
    return found.flatMap(({ id }) => articles.find((article) => article.id === id) ?? []).slice(0, shown);
  }, [articles, search, words]);
  const isMissed = articles.length > 0 && words.length > 2 && hits.length === 0;
  useMissed(isMissed ? words : '');

  return (
    <div className={styles.search} role="search">
      <TextInput
        size="lg"
        type="text"
        aria-label="Search of important topics"
        placeholder="What do you want to know?"
        value={typed}
        maxLength={80}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<BasicIcon name="search" size={20} />}
        rightSection={typed === '' ? null : <CloseButton aria-label="Clear the search" onClick={() => setTyped('')} />}
      />
      <div role="status" className="visually-hidden">
        {words === '' ? '' : hits.length === 1 ? '1 article' : `${hits.length} articles`}
      </div>
      {hits.length > 0 && (
        <ul className={styles.hits} aria-label="Articles found">
          {hits.map((article) => (
            <li key={article.id}>
              <Link to={addressOf(article)}>
                {article.title}
                <span>{article.topicName}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isMissed && (
        <p className={styles.nothing}>
          No article fits “{words}”. Try other words, or look through the topics. We note what is missing, without your
          name.
        </p>
      )}
    </div>
  );
}

/** Whether the page has been shown for a moment: building the search index costs more than showing the page. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}

/** Records a search without results; readers need not know if that fails. */
function useMissed(words: string): void {
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => {
      call('help/report-search', { ...app, words }).catch(() => undefined);
    }, pause);
    return () => clearTimeout(timer);
  }, [words]);
}
