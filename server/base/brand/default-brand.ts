/** The product's own name, used unless an agency's brand replaces it. */
export const defaultBrand = 'AgencyReel';
