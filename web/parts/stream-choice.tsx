import { Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { StreamType } from '#rules/eligibility.ts';
import { useList } from '../api/queries.ts';

type Option = { value: string; label: string };

type Props = {
  label: string;
  /** The type of the streams that are offered. */
  type: StreamType;
  /** The id of the chosen stream, or the value of `anew`; null for none. */
  value: string | null;
  onChoose: (id: string) => void;
  /** A further choice, which stands last whatever is searched for: a stream that is made at once. */
  anew?: Option;
  error?: ReactNode;
  disabled?: boolean;
};

/** Chooses a content stream; typing looks among all of the agency, also those behind the list's first page. */
export function StreamChoice({ label, type, value, onChoose, anew, error, disabled = false }: Props) {
  const [search, setSearch] = useState('');
  /** The chosen stream, which a search may leave out of the list. */
  const [kept, setKept] = useState<Option | null>(null);
  const streams = useList('fetch-streams', { type, ...(search === '' ? {} : { search }) });
  const found = streams.items.map(({ id, title }) => ({ value: id, label: title }));
  const own = found.find((option) => option.value === value) ?? (kept?.value === value ? kept : null);
  const options = [
    ...(own === null || found.includes(own) ? [] : [own]),
    ...found,
    ...(anew === undefined ? [] : [anew]),
  ];
  const isEmpty = anew === undefined && search === '' && !streams.loading && found.length === 0;
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
      // The server has searched already, and the further choice fits every search.
      filter={({ options: all }) => all}
      nothingFoundMessage="No content stream fits"
      onSearchChange={(typed) => {
        setKept(own);
        setSearch(options.some((option) => option.label === typed) ? '' : typed.slice(0, 200));
      }}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (option === undefined) return;
        setKept(option);
        onChoose(option.value);
      }}
    />
  );
}
