import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../icon.tsx';
import { copy, type Copied } from './copy.ts';

const shownMs = 2_500;
type Stand = 'ready' | 'copied' | 'refused';

/** Copies something and says so for a moment, also to those who hear the page. */
export function CopyButton({ what, children }: { what: Copied; children: string }) {
  const [stand, setStand] = useState<Stand>('ready');
  useEffect(() => {
    if (stand === 'ready') return;
    const timer = setTimeout(() => setStand('ready'), shownMs);
    return () => clearTimeout(timer);
  }, [stand]);
  return (
    <>
      <Button
        size="compact-md" variant="default" leftSection={<Icon name={stand === 'copied' ? 'check' : 'copy'} size={16} />}
        onClick={() => void copy(what).then((isCopied) => setStand(isCopied ? 'copied' : 'refused'))}
      >
        {words(stand, children)}
      </Button>
      <span role="status" className="visually-hidden">{stand === 'ready' ? '' : words(stand, children)}</span>
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
