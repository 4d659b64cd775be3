import type { Product } from './product.ts';
import { waitForValue } from './wait-for-value.ts';

/** The address of the link in the newest mail to somebody with this subject; waits until the mail has come. */
export async function linkInMail({ sandbox }: Product, mail: { to: string; subject: string }): Promise<string> {
  return waitForValue(`the mail “${mail.subject}” to ${mail.to}`, async () => {
    const found = sandbox.state.mails.findLast(({ to, subject }) => to.includes(mail.to) && subject === mail.subject);
    return /^https?:\S+token=\S+$/m.exec(found?.text ?? '')?.[0] ?? null;
  });
}
