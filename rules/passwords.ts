/** The faults of a password, in the order of the checks. */
export type PasswordLack = 'length' | 'upper' | 'lower' | 'digit' | 'special';

/** The characters that count as special. */
export const specialCharacters = '!@#$%^&*';

const lacks: readonly [PasswordLack, (password: string) => boolean][] = [
  ['length', (password) => password.length < 8],
  ['upper', (password) => !/\p{Lu}/u.test(password)],
  ['lower', (password) => !/\p{Ll}/u.test(password)],
  ['digit', (password) => !/\d/.test(password)],
  ['special', (password) => !specialCharacters.split('').some((character) => password.includes(character))],
];

/** The first fault of a password; null if it is good. */
export const lackOf = (password: string): PasswordLack | null =>
  lacks.find(([, isLacking]) => isLacking(password))?.[0] ?? null;

const memberOrder: readonly PasswordLack[] = ['length', 'digit', 'special', 'upper', 'lower'];

/** The first fault of a password of an account added under Account Management, in the order of that form. */
export const memberLackOf = (password: string): PasswordLack | null =>
  memberOrder.find((lack) => lacks.some(([name, isLacking]) => name === lack && isLacking(password))) ?? null;

// Without letters and digits that are easily confused on a screen.
const sets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', specialCharacters] as const;

/** A good password of 16 characters, easy to read. `randomBelow(n)` returns a whole number from 0 to n - 1. */
export function generatePassword(randomBelow: (limit: number) => number): string {
  const all = sets.slice(0, 3).join('');
  const pick = (from: string): string => from.charAt(randomBelow(from.length));
  for (;;) {
    const password = [...Array.from({ length: 15 }, () => pick(all)), pick(specialCharacters)].join('');
    if (lackOf(password) === null) return password;
  }
}
