let nextPath: string | null = null;

/** Records the router's target: the path of the page being loaded, otherwise of the current one. */
export function noteNextPage(path: string): void {
  nextPath = path;
}

/**
 * Whether the person is leaving the page of this path: another page is loading, or is loaded but not rendered yet. A
 * component learns that only after React has rendered the other page.
 */
export const isLeaving = (path: string): boolean => nextPath !== null && nextPath !== path;
