/** The format of amounts of money. */

/** Dollars: 1500 -> '$1,500', 12.5 -> '$12.50'. */
export const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  });
