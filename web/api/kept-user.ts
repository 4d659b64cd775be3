/** The signed-in person from this browser's storage, which an earlier release may have written. */
import type { Brand } from '#contract/base/brand.ts';
import type { User } from '#contract/people/auth.ts';

type Read<T> = (value: unknown) => T;

const text: Read<string> = (value) => (typeof value === 'string' ? value : '');
const address: Read<string | null> = (value) => (typeof value === 'string' ? value : null);
const flag: Read<boolean> = (value) => value === true;
const oneOf =
  <const T>(values: readonly [T, ...T[]]): Read<T> =>
  (value) =>
    values.find((known) => known === value) ?? values[0];

/** A brand if it is complete, otherwise null. */
export function brandFrom(value: unknown): Brand | null {
  if (!isObject(value) || !isObject(value['color'])) return null;
  const { name, logo, color } = value;
  const { first, second } = color;
  if (typeof name !== 'string' || typeof first !== 'string' || typeof second !== 'string') return null;
  return { name, logo: address(logo), color: { first, second } };
}

/**
 * A person with at least an id and a membership, otherwise null. Each other field is kept if it has the right type;
 * otherwise it gets the most restrictive value. Everything is read again at start.
 */
export function userFrom(value: unknown): User | null {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['membership'] !== 'string') return null;
  return {
    id: text(value['id']),
    name: text(value['name']),
    email: text(value['email']),
    image: address(value['image']),
    thumbnail: address(value['thumbnail']),
    created: text(value['created']),
    earning: typeof value['earning'] === 'number' ? value['earning'] : 0,
    frequency: oneOf(['monthly', 'weekly', 'yearly'])(value['frequency']),
    company: text(value['company']),
    description: text(value['description']),
    client: oneOf(['0', '1'])(value['client']),
    is_client_account: flag(value['is_client_account']),
    is_virtual_account: flag(value['is_virtual_account']),
    is_reseller_account: flag(value['is_reseller_account']),
    isWL: oneOf([0, 1])(value['isWL']),
    membership: text(value['membership']),
    version: text(value['version']),
    agency_name: text(value['agency_name']),
    impersonated: flag(value['impersonated']),
    has_sample: flag(value['has_sample']),
    suspended: oneOf(['no', 'unpaid', 'seller'])(value['suspended']),
    brand: brandFrom(value['brand']),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
