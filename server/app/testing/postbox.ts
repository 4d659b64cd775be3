/** A mail server for tests, and the sending of queued mails to it. */
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { whenDone } from '#db/testing-ends.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { sendMail } from '../processes/send-mail.job.ts';
import { takeQueued } from './queue.ts';

/** A received mail: its bytes, its sender (`Bright <post@mails.example>`) and recipient, and all its words. */
export type ReceivedMail = { raw: string; from: string; to: string; subject: string; words: string };

/** Listens until the file that started it ends. */
export async function aPostbox() {
  const mails: string[] = [];
  const postbox = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (data, _session, done) => {
      buffer(data).then((bytes) => {
        mails.push(bytes.toString());
        done();
      }, done);
    },
  });
  await new Promise<void>((ready) => {
    postbox.listen(0, '127.0.0.1', ready);
  });
  whenDone(
    () =>
      new Promise<void>((closed) => {
        postbox.close(closed);
      }),
  );
  const bound = postbox.server.address();
  const take = (): Promise<ReceivedMail[]> => Promise.all(mails.splice(0).map(readMail));
  return { smtpUrl: `smtp://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`, take };
}

async function readMail(raw: string): Promise<ReceivedMail> {
  const { from, to, subject = '', text = '', html = '' } = await PostalMime.parse(raw);
  return {
    raw,
    from: `${from?.name} <${from?.address}>`,
    to: to?.[0]?.address ?? '',
    subject,
    words: `${subject}\n${text}\n${html}`,
  };
}

/** Sends every queued mail, as the worker does. */
export async function sendQueued(services: Services): Promise<void> {
  const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };
  for (const mail of await takeQueued(services.db, jobs.sendMail)) await sendMail(services)(mail, context);
}
