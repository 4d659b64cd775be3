/** The link in each mail that ends these mails. It names the person and can do nothing else, so it never expires. */
import type { Services } from '../../base/handlers.ts';

type Means = Pick<Services, 'secrets'>;

const purpose = 'stop keyword mails';

/** The address of the page that ends a person's mails. */
export const stopAddress = ({ secrets, origin }: Means & { origin: string }, userId: string): string =>
  `${origin}/stop-keyword-mails?token=${userId}.${secrets.sign(userId, purpose)}`;

/** The person whose mails a token ends; null for an invalid token. */
export function userOfToken({ secrets }: Means, token: string): string | null {
  const [, userId, signature] = /^([1-9]\d{0,17})\.([\w-]{22})$/.exec(token) ?? [];
  if (userId === undefined || signature === undefined) return null;
  return secrets.isSigned(userId, signature, purpose) ? userId : null;
}
