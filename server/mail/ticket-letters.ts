/** Letters about requests from the Upgrades page. */
import { letter, type Letter } from './letters.ts';

/** Informs the operator of a request; an answer to the mail goes to the person who sent it. */
export const ticketLetter = ({
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
}): Letter =>
  letter(
    `Request ${id}: ${title}`,
    [
      { line: `${name} (${email}) asks:` },
      ...details.map(({ label, value }) => ({ line: `${label}: ${value}` })),
      { line: `Close it with: npm run admin -- answer-ticket --ticket=${id} --state=done --text="…"` },
    ],
    title,
  );

/** Informs the person who sent a request of its result. */
export const ticketAnswerLetter = ({
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
}): Letter =>
  letter(
    `Your request was answered: ${title}`,
    [{ line: `Hello ${name},` }, { line: answer }, { link, label: 'See your requests' }],
    brand,
  );
