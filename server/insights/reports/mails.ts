/** Mails about reports. */
import { monthTitle } from '#rules/report-words.ts';
import { composeMail, type MailContent } from '../../base/mail/index.ts';

/** The mail with the link to the page of a client's monthly report. */
export const writeReportMail = ({
  name,
  agency,
  month,
  link,
}: {
  name: string;
  agency: string;
  month: string;
  link: string;
}): MailContent =>
  composeMail(
    `Your report for ${monthTitle(month)}`,
    [
      { line: `Hello ${name},` },
      { line: `here is what ${agency} planned and published for you in ${monthTitle(month)}, and how it did.` },
      { link, label: 'Read the report' },
      { line: 'Anyone who has this address can read the report, so please share it with care.' },
    ],
    agency,
  );
