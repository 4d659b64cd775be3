/** A name server of our own: it knows the records it is given, and fails or stays silent about names it is told to. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readQuestion, recordTypes, writeAnswer, type DnsRecord } from './wire.ts';

/** A running name server; `records` may be changed at any time. */
export type NameServer = {
  /** '127.0.0.1:5353' */
  address: string;
  records: DnsRecord[];
  /** Names whose questions fail (SERVFAIL), and those that get no answer. */
  failing: Set<string>;
  silent: Set<string>;
  stop: () => Promise<void>;
};

/** Listens on UDP; port 0 takes a free one. */
export async function startNameServer({ host, port }: { host: string; port: number }): Promise<NameServer> {
  const socket = createSocket('udp4');
  const records: DnsRecord[] = [];
  const failing = new Set<string>();
  const silent = new Set<string>();
  socket.on('message', (message, sender) => {
    const question = readQuestion(message);
    if (question === null || silent.has(question.name)) return;
    const named = records.filter((record) => record.host === question.name);
    const found = named.filter(({ type }) => recordTypes[type] === question.type || type === 'CNAME');
    const targets = found.filter(({ type }) => type === 'CNAME').map(({ value }) => value);
    const behind = records.filter(
      ({ host: name, type }) => targets.includes(name) && recordTypes[type] === question.type,
    );
    const code = failing.has(question.name) ? 2 : named.length === 0 ? 3 : 0;
    const answer = writeAnswer(question, { records: code === 0 ? [...found, ...behind] : [], code });
    socket.send(answer, sender.port, sender.address);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    address: `${host}:${socket.address().port}`,
    records,
    failing,
    silent,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
