/** The product's own name, wherever no brand of an agency takes its place. */
export const defaultBrand = 'AgencyReel';
