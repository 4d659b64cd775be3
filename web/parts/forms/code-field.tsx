import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** The two kinds of code for a person's second factor. */
export type CodeKind = 'app' | 'recovery';

type Props = {
  kind: CodeKind;
  value: string;
  error: string | undefined;
  /** Does not take the focus where an on-screen keyboard would cover content that must be seen first. */
  waits?: boolean;
  onChange: (value: string) => void;
  /** Called with the sixth digit, typed or pasted. */
  onWhole: (value: string) => void;
};

/**
 * The field for a code: six digits from the person's app, or a recovery code. It takes the focus, and again with all
 * its text selected after a wrong code.
 */
export function CodeField({ kind, value, error, waits = false, onChange, onWhole }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const focuses = !waits || !matchMedia('(pointer: coarse)').matches;
  useEffect(() => {
    if (focuses) field.current?.focus();
  }, [kind, focuses]);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);

  const take = (typed: string) => {
    if (kind === 'recovery') return onChange(typed);
    const digits = typed.replaceAll(/\D/g, '').slice(0, 6);
    onChange(digits);
    if (digits.length === 6 && digits !== value) onWhole(digits);
  };
  return (
    <TextInput
      ref={field}
      key={kind}
      data-autofocus={focuses || undefined}
      size="md"
      required
      withAsterisk={false}
      value={value}
      error={error}
      onChange={(event) => take(event.currentTarget.value)}
      autoCapitalize="none"
      spellCheck={false}
      {...(kind === 'app'
        ? {
            label: 'Six-digit code',
            name: 'code',
            autoComplete: 'one-time-code',
            inputMode: 'numeric',
            styles: { input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.25em' } },
          }
        : { label: 'Recovery code', name: 'recovery-code', autoComplete: 'off', maxLength: 40 })}
    />
  );
}
