import type { Config } from '../settings/config.ts';
import type { MailContent } from './mails.ts';

/** A mail with its address; `brand` is the sender's name, null for the name in MAIL_FROM. */
export type Mail = MailContent & { to: string; brand: string | null; replyTo?: string | undefined };

/**
 * Sends a mail by SMTP at once; throws if the server refuses it. Nearly all mails go through the queue (`enqueueMail`),
 * which retries.
 */
export async function postMail({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>, mail: Mail): Promise<void> {
  if (smtpUrl === null) throw new Error('a mail cannot be sent: SMTP_URL is not set');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(smtpUrl, { from: mailFrom });
  try {
    await transport.sendMail({
      to: mail.to,
      ...(mail.brand === null ? {} : { from: { name: onOneLine(mail.brand), address: addressIn(mailFrom) } }),
      ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === '' ? {} : { html: mail.html }),
      headers: { 'auto-submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

/** 'Reel <mail@app.example>' -> 'mail@app.example'. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

const onOneLine = (name: string): string => name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
