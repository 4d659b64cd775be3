/** The URL of a stored file for the browser, '/files/<name>'; null if there is no file. */
export function fileAddress(name: string): string;
export function fileAddress(name: string | null | undefined): string | null;
export function fileAddress(name: string | null | undefined): string | null {
  return name === null || name === undefined ? null : `/files/${name}`;
}
