import { Select, TextInput } from '@mantine/core';
import { useList } from '../../api/queries.ts';

/** Where pictures go: a stream that is there, or a new one by its title. */
export type Into = { stream: string | null; title: string };

type Props = { into: Into; onChange: (into: Into) => void };

/** Chooses a stream of images, a new one at first. */
export function StreamChoice({ into, onChange }: Props) {
  const streams = useList('fetch-streams', { type: 'image' });
  return (
    <>
      <Select
        label="Content stream"
        data={[
          { value: 'new', label: 'A new stream' },
          ...streams.items.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={into.stream ?? 'new'}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange({ ...into, stream: value === 'new' ? null : value })}
      />
      {into.stream === null && (
        <TextInput
          label="Title of the new stream"
          value={into.title}
          maxLength={200}
          error={into.title.trim() === '' ? 'Title is required' : undefined}
          onChange={({ currentTarget }) => onChange({ ...into, title: currentTarget.value })}
        />
      )}
    </>
  );
}
