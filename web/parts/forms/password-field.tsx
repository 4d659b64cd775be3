import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/**
 * A field for a password or a key, with a button that shows the text. NOTE Mantine's own field does not tell a screen
 * reader that it has a message.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(props.error)} />
);
