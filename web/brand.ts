/** Whose product this is to the person who looks at it: name, logo (address of a picture, null for ours) and two colours (hex). */
export type Brand = { name: string; logo: string | null; colors: { first: string; second: string } };

const house: Brand = { name: 'AgencyReel', logo: null, colors: { first: '#9461fc', second: '#EF1564' } };

/** The brand of the host this page is served from. */
export const useBrand = (): Brand => house;
