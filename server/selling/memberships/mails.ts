/** Mails to buyers, under the brand that they see. */
import type { Tx } from '#db/database.ts';
import { sayDay } from '#rules/say-dates.ts';
import type { Services } from '../../base/handlers.ts';
import { findOwner } from '../../people/accounts/index.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import {
  writeConfirmPaymentMail,
  writePaymentFailedMail,
  writeResumedMail,
  writeSellerGoneMail,
  writeSuspendedMail,
} from './mail-words.ts';

/** What a mail to a buyer is about. */
export type News =
  | { kind: 'failed'; link: string; until: Date }
  | { kind: 'confirm'; link: string }
  | { kind: 'suspended' }
  | { kind: 'resumed' }
  | { kind: 'seller-gone' };

/** Mails the owner of a buyer's agency. */
export async function mailBuyer(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  { agencyId, what }: { agencyId: string; what: News },
): Promise<void> {
  const owner = await findOwner(tx, agencyId);
  if (owner === undefined) return;
  const brand = await brandOf(tx, agencyId);
  const origin = originOf(brand, config);
  const about = { name: owner.name, brand: brand.name };
  const mailOf = () => {
    switch (what.kind) {
      case 'failed':
        return writePaymentFailedMail({
          ...about,
          link: what.link || `${origin}/billing`,
          until: sayDay(what.until, 'UTC'),
        });
      case 'confirm':
        return writeConfirmPaymentMail({ ...about, link: what.link || `${origin}/billing` });
      case 'suspended':
        return writeSuspendedMail({ ...about, link: `${origin}/billing` });
      case 'resumed':
        return writeResumedMail({ ...about, link: `${origin}/dashboard` });
      case 'seller-gone':
        return writeSellerGoneMail(about);
      default:
        return what satisfies never;
    }
  };
  await enqueueMail(tx, { to: owner.email, agencyId, ...mailOf() });
}
