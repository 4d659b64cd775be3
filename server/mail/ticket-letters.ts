/** Letters about requests from the Upgrades page. */
import { letter, type Letter } from './letters.ts';

/** Tells the operator of a request; an answer to the mail goes to who asked. */
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

/** Tells who asked what became of the request. */
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
