import { CloseButton, TextInput } from '@mantine/core';
import { Icon } from '../icons/icon.tsx';
import { useTyped } from './use-typed.ts';

type Props = {
  search: string;
  /** Called after a pause in typing. */ onSearch: (search: string) => void;
  /** What is searched, used as placeholder and label: 'Search by name or email'. */ label: string;
  className?: string | undefined;
};

/** The search field of a list, with a button that clears it. */
export function SearchField({ search, onSearch, label, className = '' }: Props) {
  const [typed, setTyped] = useTyped(search, onSearch);
  return (
    <TextInput
      type="text"
      className={className}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        typed === '' ? null : <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
      }
    />
  );
}
