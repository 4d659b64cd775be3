/** The host of an address, as people read it; what is no address stays as it is. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
