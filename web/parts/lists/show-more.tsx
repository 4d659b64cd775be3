import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** The state of a list's next page. */
export type Paging = { hasMore: boolean; loadMore: () => void; loadingMore: boolean };

type Props = Pick<ButtonProps, 'variant' | 'size' | 'mt' | 'className'> & {
  list: Paging;
  /** The text for the number of remaining rows, if it is known. */
  children?: ReactNode;
};

/** The end of a list: the button for its next page; nothing after the last one. */
export function ShowMore({ list: { hasMore, loadMore, loadingMore }, children = 'Load more', ...button }: Props) {
  if (!hasMore) return null;
  return (
    <Button variant="default" loading={loadingMore} onClick={loadMore} {...button}>
      {children}
    </Button>
  );
}
