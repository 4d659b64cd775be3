/** The host of an address, as people read it; other text is returned unchanged. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
