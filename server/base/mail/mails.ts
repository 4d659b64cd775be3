/** A mail without its addresses. */
export type MailContent = { subject: string; text: string; html: string };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Part = { line: string } | { link: string; label: string };

const asText = (parts: readonly Part[]): string =>
  parts.map((part) => ('line' in part ? part.line : `${part.label}:\n${part.link}`)).join('\n\n');

const button =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#3b5bdb;color:#ffffff;text-decoration:none';
const sheet =
  'max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-radius:8px;' +
  'font:15px/1.5 sans-serif;color:#1f2328';

const asHtml = (brand: string, parts: readonly Part[]): string => {
  const body = parts.map((part) =>
    'line' in part
      ? `<p style="margin:0 0 16px">${escaped(part.line).replaceAll('\n', '<br>')}</p>`
      : `<p style="margin:0 0 16px"><a href="${escaped(part.link)}" style="${button}">${escaped(part.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#666666">${escaped(part.link)}</p>`,
  );
  return `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;background:#f4f5f7">
<div style="${sheet}">
<p style="margin:0 0 20px;font-size:18px;font-weight:bold">${escaped(brand)}</p>
${body.join('\n')}
</div></body></html>`;
};

/** Composes a mail of lines and links, as text and as HTML. */
export const composeMail = (subject: string, parts: readonly Part[], brand: string): MailContent => ({
  subject,
  text: asText([...parts, { line: `-- \n${brand}` }]),
  html: asHtml(brand, parts),
});

/** Explains how to choose another password; the link is valid for an hour. */
export const writeResetMail = ({ name, link, brand }: { name: string; link: string; brand: string }): MailContent =>
  composeMail(
    `Reset your ${brand} password`,
    [
      { line: `Hello ${name},` },
      { line: `somebody, hopefully you, asked for a new password for your ${brand} account.` },
      { link, label: 'Choose a new password' },
      {
        line:
          'The link works once and for one hour. If it was not you, you can ignore this mail: your ' +
          'password has not changed.',
      },
    ],
    brand,
  );

/**
 * Informs a person about the account created for them. Contains no password, but a link to set one, valid for 72 hours.
 */
export const writeCredentialsMail = ({
  name,
  email,
  signInUrl,
  link,
  brand,
}: {
  name: string;
  email: string;
  signInUrl: string;
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    `Your account at ${brand}`,
    [
      { line: `Hello ${name},` },
      { line: `an account has been created for you at ${brand}.` },
      { line: `Email: ${email}\nSign in at: ${signInUrl}` },
      { link, label: 'Set your password' },
      {
        line:
          'The link works once and for 72 hours. After that, use "Forgot your account details?" on the ' +
          'sign-in page.',
      },
    ],
    brand,
  );

/** Informs the owner that a network has refused an account and that its posts wait. */
export const writeReconnectMail = ({
  name,
  network,
  account,
  link,
  brand,
}: {
  name: string;
  network: string;
  account: string;
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    `Please reconnect ${account} on ${network}`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `${network} no longer accepts the connection of "${account}". Posts scheduled for it wait for up to ` +
          '24 hours.',
      },
      { link, label: 'Reconnect the account' },
    ],
    brand,
  );

/**
 * An account that will stop working, as shown in the mail: its expiry and its first posts in local time, and the number
 * of further ones.
 */
export type EndingInMail = {
  network: string;
  account: string;
  client: string;
  endsAt: string;
  problem: string;
  posts: readonly string[];
  furtherPosts: number;
};

/** Informs the owner a day ahead which accounts will stop working, and which posts need them. */
export const writeEndingMail = ({
  name,
  accounts,
  link,
  brand,
}: {
  name: string;
  accounts: readonly EndingInMail[];
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    accounts.length === 1
      ? `${accounts[0]?.account ?? ''} on ${accounts[0]?.network ?? ''} will stop working soon`
      : `${accounts.length} accounts will stop working soon`,
    [
      { line: `Hello ${name},` },
      {
        line:
          'the connection of these accounts ends soon and cannot be renewed automatically. Reconnect them before ' +
          'then, so that no post is delayed.',
      },
      ...accounts.map((account) => ({ line: endingWords(account) })),
      { link, label: 'Go to your clients' },
    ],
    brand,
  );

function endingWords({ network, account, client, endsAt, problem, posts, furtherPosts }: EndingInMail): string {
  const head = `"${account}" on ${network} (${client}): ends ${endsAt}. ${problem}`;
  if (posts.length === 0) return `${head}\nNo post is scheduled for it after that.`;
  const rest = furtherPosts > 0 ? [`… and ${furtherPosts} more`] : [];
  return [head, 'These posts depend on it:', ...posts.map((post) => `- ${post}`), ...rest].join('\n');
}

/**
 * A post that a person must publish by hand now. `pasteTitle` is '' if the text contains the title; `dueAt` is its
 * local time and zone.
 */
export type HandOverInMail = {
  name: string;
  network: string;
  account: string;
  client: string;
  title: string;
  pasteTitle: string;
  text: string;
  link: string;
  dueAt: string;
  mediaLink: string | null;
  dashboard: string;
  brand: string;
};

/** Informs the owner that it is time to post something by hand, with everything needed for that. */
export const writeHandOverMail = ({
  name,
  network,
  account,
  client,
  title,
  pasteTitle,
  text,
  link,
  dueAt,
  mediaLink,
  dashboard,
  brand,
}: HandOverInMail): MailContent =>
  composeMail(
    `It is time to post "${title.replaceAll(/\s+/g, ' ')}" on ${network} by hand`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `${network} doesn't accept posts to "${account}" (${client}) from apps, so please post this one yourself. ` +
          `It is due ${dueAt}.`,
      },
      ...(pasteTitle === '' ? [] : [{ line: 'The title:' }, { line: pasteTitle }]),
      { line: 'The text:' },
      { line: text },
      ...(mediaLink === null ? [] : [{ link: mediaLink, label: 'Download the media' }]),
      { link, label: `Open ${network}` },
      {
        line:
          'After posting it, press Done on the dashboard, where you can also paste the link of the post. It then ' +
          'counts as posted.',
      },
      { link: dashboard, label: 'Go to the dashboard' },
    ],
    brand,
  );
