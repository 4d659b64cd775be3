import { TextInput } from '@mantine/core';
import { StreamChoice } from '../../parts/forms/stream-choice.tsx';

/** The stream for the pictures: an existing one, or a new one by its title. */
export type Into = { stream: string | null; title: string };

type Props = { into: Into; onChange: (into: Into) => void };

/** Selects a stream of images, a new one by default. */
export function IntoStream({ into, onChange }: Props) {
  return (
    <>
      <StreamChoice
        label="Content stream"
        type="image"
        extra={{ value: 'new', label: 'A new stream' }}
        value={into.stream ?? 'new'}
        onChoose={(value) => onChange({ ...into, stream: value === 'new' ? null : value })}
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
