/** Letters to owners about the domain of their white label. */
import { letter, type Letter } from './letters.ts';

type AboutDomain = { name: string; host: string; link: string; brand: string };

/** The domain is not right; it is released in `left` days. */
export const domainLateLetter = ({ name, host, link, brand, left }: AboutDomain & { left: number }): Letter =>
  letter(
    `${host} is not set up yet`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `the DNS records of ${host} do not lead to your site, or do not prove that the domain is yours. ` +
          `We look at them every hour, and release the domain in ${left} days if they stay as they are.`,
      },
      { link, label: 'See what is missing' },
    ],
    brand,
  );

/** The domain was released. */
export const domainReleasedLetter = ({ name, host, link, brand }: AboutDomain): Letter =>
  letter(
    `${host} has been released`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `for 30 days the DNS records of ${host} were not right, so your site is not served there any more. ` +
          'Nothing else has changed, and you can set it up again.',
      },
      { link, label: 'Choose a domain' },
    ],
    brand,
  );
