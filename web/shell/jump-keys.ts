/** The keys that open the palette, as this machine's keyboard names them. */
export const jumpKeys = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '') ? '⌘ K' : 'Ctrl K';
