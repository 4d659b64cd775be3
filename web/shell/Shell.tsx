import type { ReactNode } from 'react';
/** What is around every page behind the guard. */
export function Shell({ children }: { children: ReactNode }) {
  return <div>{children}</div>;
}
