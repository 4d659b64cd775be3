import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { copy, type Copied } from './copy.ts';

const shownMs = 2_500;
type Stand = 'ready' | 'copied' | 'refused';

type Props = {
  what: Copied;
  /** What it copies, for screen readers. */
  label?: string;
  /** The height of the buttons beside it. */
  size?: ButtonProps['size'];
  children: string;
};

/** Copies something and confirms that for a moment, also to screen readers. */
export function CopyButton({ what, label, size = 'compact-md', children }: Props) {
  const [stand, setStand] = useState<Stand>('ready');
  useEffect(() => {
    if (stand === 'ready') return;
    const timer = setTimeout(() => setStand('ready'), shownMs);
    return () => clearTimeout(timer);
  }, [stand]);
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<Icon name={stand === 'copied' ? 'check' : 'copy'} size={16} />}
        {...(label !== undefined && stand === 'ready' ? { 'aria-label': label } : {})}
        onClick={() => void copy(what).then((isCopied) => setStand(isCopied ? 'copied' : 'refused'))}
      >
        {words(stand, children)}
      </Button>
      <span role="status" className="visually-hidden">
        {stand === 'ready' ? '' : words(stand, children)}
      </span>
    </>
  );
}

function words(stand: Stand, name: string): string {
  switch (stand) {
    case 'ready':
      return name;
    case 'copied':
      return 'Copied';
    case 'refused':
      return 'Please mark and copy it';
    default:
      return stand satisfies never;
  }
}
