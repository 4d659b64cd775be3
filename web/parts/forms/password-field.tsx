import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/**
 * A field for a password or a key, which a button shows. NOTE Mantine's own does not tell a screen reader that it has a
 * message.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(props.error)} />
);
