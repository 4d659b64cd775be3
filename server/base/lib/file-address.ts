/** The browser's address of a stored file, '/files/<name>'; null if there is none. */
export function fileAddress(name: string): string;
export function fileAddress(name: string | null | undefined): string | null;
export function fileAddress(name: string | null | undefined): string | null {
  return name === null || name === undefined ? null : `/files/${name}`;
}
