import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './found.module.css';

type Props = { label: string; first: string; isLoading: boolean; onSearch: (keyword: string) => void };

/** A keyword to search for; it is required. */
export function SearchField({ label, first, isLoading, onSearch }: Props) {
  const [keyword, setKeyword] = useState(first);
  const [error, setError] = useState('');
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setError(keyword.trim() === '' ? 'Keyword is required' : '');
        if (keyword.trim() !== '') onSearch(keyword.trim());
      }}
    >
      <TextInput
        label={label}
        value={keyword}
        maxLength={100}
        error={error || undefined}
        onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
      />
      <Button type="submit" loading={isLoading}>
        Search
      </Button>
    </form>
  );
}
