import { Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { StreamType } from '#rules/eligibility.ts';
import { useList } from '../../api/queries.ts';

type Option = { value: string; label: string };

type Props = {
  label: string;
  /** The type of the listed streams. */
  type: StreamType;
  /** The id of the selected stream, or the value of `extra`; null for none. */
  value: string | null;
  onChoose: (id: string) => void;
  /** An extra option that is always last, whatever the search: a new stream. */
  extra?: Option;
  error?: ReactNode;
  disabled?: boolean;
};

/** Selects a content stream; typing searches all streams of the agency, not only the list's first page. */
export function StreamChoice({ label, type, value, onChoose, extra, error, disabled = false }: Props) {
  const [search, setSearch] = useState('');
  /** The selected stream, which a later answer or the results of a search may not include. */
  const [kept, setKept] = useState<Option | null>(null);
  const streams = useList('fetch-streams', { type, ...(search === '' ? {} : { search }) });
  const found = streams.items.map(({ id, title }) => ({ value: id, label: title }));
  const listed = found.find((option) => option.value === value);
  if (listed !== undefined && (listed.value !== kept?.value || listed.label !== kept.label)) setKept(listed);
  const options = [
    ...(listed === undefined && kept !== null && kept.value === value ? [kept] : []),
    ...found,
    ...(extra === undefined ? [] : [extra]),
  ];
  const isEmpty = extra === undefined && search === '' && !streams.loading && found.length === 0;
  return (
    <Select
      label={label}
      placeholder={isEmpty ? 'There is no content stream of this type yet' : 'Choose a content stream'}
      data={options}
      value={value}
      error={error}
      disabled={disabled || isEmpty}
      allowDeselect={false}
      searchable
      // The server has already searched, and the extra option matches every search.
      filter={({ options: all }) => all}
      nothingFoundMessage="No content stream fits"
      onSearchChange={(typed) => setSearch(options.some((option) => option.label === typed) ? '' : typed.slice(0, 200))}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (option === undefined) return;
        setKept(option);
        onChoose(option.value);
      }}
    />
  );
}
