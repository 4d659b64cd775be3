/** Mails about requests from the Upgrades page. */
import { composeMail, type MailContent } from '../../base/mail/index.ts';

/** Informs the operator of a request; a reply to the mail goes to the person who sent the request. */
export const writeTicketMail = ({
  id,
  title,
  name,
  email,
  details,
}: {
  id: string;
  title: string;
  name: string;
  email: string;
  details: readonly { label: string; value: string }[];
}): MailContent =>
  composeMail(
    `Request ${id}: ${title}`,
    [
      { line: `${name} (${email}) asks:` },
      ...details.map(({ label, value }) => ({ line: `${label}: ${value}` })),
      { line: `Close it with: npm run admin -- answer-ticket --ticket=${id} --state=done --text="…"` },
    ],
    title,
  );

/** Informs the person who sent a request of its result. */
export const writeTicketAnswerMail = ({
  name,
  title,
  answer,
  link,
  brand,
}: {
  name: string;
  title: string;
  answer: string;
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    `Your request was answered: ${title}`,
    [{ line: `Hello ${name},` }, { line: answer }, { link, label: 'See your requests' }],
    brand,
  );
