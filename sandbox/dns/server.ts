/**
 * A name server: it serves the configured records, some of them only after a delay, answers for names behind a proxy as
 * such a proxy does, and fails or stays silent about configured names.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readQuestion, recordTypes, writeAnswer, type DnsRecord } from './wire.ts';

/**
 * The addresses of names behind a proxy, whatever their own records are: two addresses of either kind of the proxy, and
 * no CNAME. Source: developers.cloudflare.com/dns/zone-setups/zone-transfers/cloudflare-as-primary/transfer-criteria
 * and …/dns/cname-flattening/set-up-cname-flattening, read 2026-11-23; the addresses are within
 * www.cloudflare.com/ips-v4 and ips-v6.
 */
export const proxyAddresses = {
  A: ['104.21.32.1', '172.67.180.1'],
  AAAA: ['2606:4700:3033:0000:0000:0000:6815:2001', '2606:4700:3036:0000:0000:0000:ac43:b401'],
} as const;

/** A running name server; `records` may be changed at any time. */
export type NameServer = {
  /** '127.0.0.1:5353' */
  address: string;
  records: DnsRecord[];
  /** Names behind a proxy. */
  proxied: Set<string>;
  /** Names whose queries fail (SERVFAIL), and those that get no answer. */
  failing: Set<string>;
  silent: Set<string>;
  stop: () => Promise<void>;
};

/** Listens on UDP; port 0 takes a free one. */
export async function startNameServer({
  host,
  port,
  now = () => new Date(),
}: {
  host: string;
  port: number;
  now?: () => Date;
}): Promise<NameServer> {
  const socket = createSocket('udp4');
  const records: DnsRecord[] = [];
  const proxied = new Set<string>();
  const failing = new Set<string>();
  const silent = new Set<string>();
  socket.on('message', (message, sender) => {
    const question = readQuestion(message);
    if (question === null || silent.has(question.name)) return;
    const known = throughProxies(
      records.filter(({ from }) => from === undefined || from <= now()),
      proxied,
    );
    const named = known.filter((record) => record.host === question.name);
    const found = named.filter(({ type }) => recordTypes[type] === question.type || type === 'CNAME');
    const targets = found.filter(({ type }) => type === 'CNAME').map(({ value }) => value);
    const behind = known.filter(
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
    proxied,
    failing,
    silent,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** The records as clients see them: names behind a proxy have the proxy's own. */
function throughProxies(records: readonly DnsRecord[], proxied: ReadonlySet<string>): DnsRecord[] {
  const isHidden = ({ host, type }: DnsRecord): boolean => proxied.has(host) && ['A', 'AAAA', 'CNAME'].includes(type);
  const hidden = new Set(records.filter(isHidden).map(({ host }) => host));
  const shown = [...hidden].flatMap((host) =>
    (['A', 'AAAA'] as const).flatMap((type) => proxyAddresses[type].map((value) => ({ host, type, value }))),
  );
  return [...records.filter((record) => !isHidden(record)), ...shown];
}
