/** The brand and host of each agency. */
export { hostBrandOf, noHostBrands, openHostBrands, type HostBrand, type HostBrands } from './hosts.ts';
export { belongsTo, brandOf, houseBrand, originOf, senderName, type HostedBrand } from './brand.ts';
export { defaultBrand } from './default-brand.ts';
