import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** `new-password`: not a password of this site that the browser has saved, so it offers none; it ignores `off` here. */
type Props = Omit<PasswordInputProps, 'autoComplete'> & { autoComplete?: 'current-password' | 'new-password' };

/**
 * A field for a password or a key, with a button that shows the text. NOTE Mantine's own field does not tell a screen
 * reader that it has a message.
 */
export const PasswordField = ({ autoComplete = 'new-password', ...props }: Props) => (
  <PasswordInput {...props} autoComplete={autoComplete} aria-invalid={Boolean(props.error)} />
);
