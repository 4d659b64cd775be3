import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Mail } from '../state/model.ts';
import type { State } from '../state/state.ts';

/** A running SMTP server that stores every mail in the outbox and forwards none. */
export type Outbox = { port: number; stop: () => Promise<void> };

/** Listens for mail (port 0 picks a free one). A mail is accepted once it is stored. */
export async function startOutbox(state: State, { host, port }: { host: string; port: number }): Promise<Outbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // Senders keep connections open; closing does not wait for them.
    closeTimeout: 300,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'sandbox' }),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map((each) => each.address);
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      keep(state, stream, { from, to }).then(() => done(), done);
    },
  });
  server.on('error', (error) => process.stderr.write(`outbox: ${error.message}\n`));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return { port: portOf(server.server.address()), stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}

async function keep(
  state: State,
  stream: NodeJS.ReadableStream,
  envelope: { from: string; to: string[] },
): Promise<void> {
  const source = await buffer(stream);
  // Loaded with the first mail: most runs send none, and the parser takes a few megabytes of memory.
  const { default: PostalMime } = await import('postal-mime');
  const parsed = await PostalMime.parse(source);
  const mail: Mail = {
    id: randomUUID(),
    from: parsed.from?.address
      ? `${parsed.from.name ? `${parsed.from.name} ` : ''}<${parsed.from.address}>`
      : envelope.from,
    to: envelope.to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    receivedAt: new Date().toISOString(),
    attachments: parsed.attachments.map((each) => ({
      name: each.filename ?? 'attachment',
      type: each.mimeType,
      sizeBytes: sizeOf(each.content),
    })),
  };
  await state.commit({ kind: 'mail', mail });
}

function sizeOf(content: ArrayBuffer | Uint8Array | string): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}
