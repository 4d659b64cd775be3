import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { trendKeyword, trendKeywordWords } from '#rules/trends.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import styles from './trends.module.css';

type Props = {
  busy: boolean;
  onSearch: (keyword: string) => void;
  /** Further options beside the keyword. */
  children?: ReactNode;
};

/** Why a keyword cannot be searched for; null if it can. */
export function lackOfKeyword(keyword: string): string | null {
  if (keyword === '') return 'Keyword is required';
  return trendKeyword.test(keyword) ? null : trendKeywordWords;
}

/** The field for a keyword, with its rule, and the button. */
export function KeywordForm({ busy, onSearch, children }: Props) {
  const [typed, setTyped] = useState('');
  const [lack, setLack] = useState<string | null>(null);
  return (
    <form
      className={styles.form}
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const keyword = typed.trim();
        const found = lackOfKeyword(keyword);
        setLack(found);
        if (found === null) onSearch(keyword);
      }}
    >
      <TextInput
        label="Keyword"
        placeholder="What your clients' customers talk about"
        className={styles.grows ?? ''}
        maxLength={100}
        value={typed}
        error={lack}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setLack(null);
        }}
      />
      {children}
      <SubmitButton busy={busy}>Search</SubmitButton>
    </form>
  );
}
