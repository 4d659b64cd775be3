import { Skeleton, Textarea } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadPart } from '../../../../lib/load-code.ts';

const RichText = lazy(() => loadPart(() => import('./rich-text.tsx')));

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether the text is HTML, edited in the rich editor. */
  formatted: boolean;
  error?: string | undefined;
};

/** The field for a text of a stream: plain, or with formatting in a formatted stream. */
export function TextField({ label, value, onChange, formatted, error }: Props) {
  if (formatted) {
    return (
      <Suspense fallback={<Skeleton height={220} />}>
        <RichText label={label} value={value} onChange={onChange} error={error} />
      </Suspense>
    );
  }
  return (
    <Textarea
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      autosize
      minRows={4}
      maxRows={16}
      withAsterisk
    />
  );
}
