import { Button } from '@mantine/core';
import { copy } from '../by-hand/copy.ts';
import { Icon } from '../icon.tsx';
import { notify } from '../notify.ts';

/** Puts a text on the clipboard, and says whether that worked. */
export function CopyButton({ text, label, children }: { text: string; /** For those who hear it. */ label: string; children: string }) {
  const press = async () => {
    if (await copy({ text })) notify.success('Copied');
    else notify.danger('Your browser does not let us copy. Please select it and copy it yourself.');
  };
  return <Button variant="default" leftSection={<Icon name="copy" size={16} />} aria-label={label} onClick={() => void press()}>{children}</Button>;
}
