let nextPath: string | null = null;

/** Notes where the router leads: the path of the page that loads, otherwise of the current one. */
export function noteNextPage(path: string): void {
  nextPath = path;
}

/**
 * Whether the person leaves the page of this path: another page loads, or is loaded and not drawn yet. A component
 * learns it later, once React has drawn it.
 */
export const isLeaving = (path: string): boolean => nextPath !== null && nextPath !== path;
