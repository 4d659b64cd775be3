import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../states/failure.tsx';

/** The state of a list's next page. */
export type Paging = {
  hasMore: boolean;
  loadMore: () => void;
  loadingMore: boolean;
  /** Why the last try to load it failed. */
  moreError?: Error | null;
};

type Props = Pick<ButtonProps, 'variant' | 'size' | 'mt' | 'className'> & {
  list: Paging;
  /** The text for the number of remaining rows, if it is known. */
  children?: ReactNode;
};

/** The end of a list: the button for its next page, and why that could not be read; nothing after the last one. */
export function ShowMore({
  list: { hasMore, loadMore, loadingMore, moreError = null },
  children = 'Load more',
  ...button
}: Props) {
  if (!hasMore) return null;
  return (
    <>
      {moreError !== null && !loadingMore && (
        <div role="alert">
          <Failure message={moreError.message} />
        </div>
      )}
      <Button variant="default" loading={loadingMore} onClick={loadMore} {...button}>
        {children}
      </Button>
    </>
  );
}
