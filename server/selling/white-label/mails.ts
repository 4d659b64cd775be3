/** Mails about the domain of a white label: to its owner, and to the person who sets up its DNS. */
import { composeMail, type MailContent } from '../../base/mail/index.ts';

type AboutDomain = { name: string; host: string; link: string; brand: string };

/** The domain is misconfigured; it is released in `left` days. */
export const writeDomainLateMail = ({ name, host, link, brand, left }: AboutDomain & { left: number }): MailContent =>
  composeMail(
    `${host} is not set up yet`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `the DNS records of ${host} do not point to your site, or do not prove that the domain is yours. ` +
          `We check them every hour, and release the domain in ${left} days if they stay as they are.`,
      },
      { link, label: 'See what is missing' },
    ],
    brand,
  );

/** The domain was released. */
export const writeDomainReleasedMail = ({ name, host, link, brand }: AboutDomain): MailContent =>
  composeMail(
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

/** Browsers warn visitors about the site; `words` say why. */
export const writeCertificateMail = ({
  name,
  host,
  link,
  brand,
  words,
}: AboutDomain & { words: string }): MailContent =>
  composeMail(
    `${host} has no valid certificate`,
    [
      { line: `Hello ${name},` },
      { line: `browsers warn everyone who opens ${host}. ${words}` },
      {
        line:
          'A certificate is fetched and renewed by itself as long as the A record points here and no CAA record ' +
          'forbids it. We check every hour, and the page shows when it is right again.',
      },
      { link, label: 'See the state of the domain' },
    ],
    brand,
  );

type Steps = {
  /** The person who requests the records. */
  from: { name: string; email: string };
  host: string;
  brand: string;
  /** The address that the A record must hold. */
  ip: string;
  /** The TXT record. */
  proof: { name: string; value: string };
};

/** The mail with the records of a domain, for the person who manages its DNS. */
export const writeDnsStepsMail = ({ from, host, brand, ip, proof }: Steps): MailContent =>
  composeMail(
    `DNS records for ${host}`,
    [
      { line: 'Hello,' },
      {
        line:
          `${onOneLine(from.name)} (${from.email}) asks you to set two records at the DNS provider of ${host}, so ` +
          'that a site can be served there.',
      },
      { line: `1. A record\nName: ${host}\nValue: ${ip}` },
      { line: `2. TXT record\nName: ${proof.name}\nValue: ${proof.value}` },
      {
        line:
          'Some providers expect names without the domain: @ then means the domain itself. Set the TTL to automatic ' +
          'or 14400.',
      },
      {
        line:
          `Please delete other A, AAAA and CNAME records of ${host}, and leave a proxy for it switched off. If the ` +
          'domain has CAA records, one has to allow letsencrypt.org.',
      },
      {
        line:
          'We check the records every hour. It takes 48–72 hours at most until a change is seen everywhere. ' +
          `If you do not manage ${host}, there is nothing to do.`,
      },
    ],
    brand,
  );

const onOneLine = (text: string): string => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
