/** Certificates that tests create: an authority and the certificates that it issues. Source: RFC 5280, 4.1. */

import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  const head = length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), body]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const bits = (content: Buffer): Buffer => der(0x03, bytes(0), content);

const ecdsaWithSha256 = sequence(der(0x06, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)));
const commonName = der(0x06, bytes(0x55, 0x04, 0x03));
const nameOf = (name: string): Buffer => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
const extension = (id: number, content: Buffer): Buffer =>
  sequence(der(0x06, bytes(0x55, 0x1d, id)), der(0x04, content));
/** A time as 'YYYYMMDDHHMMSSZ'. */
const time = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`));

/** A certificate and its key in PEM. */
export type TestCertificate = { cert: string; key: string };
type Wanted = { host: string; from: Date; until: Date };

let serial = 0;

function signed(
  by: { name: string; key: KeyObject },
  subject: { name: string; key: KeyObject; from: Date; until: Date; extensions: Buffer },
): string {
  serial += 1;
  const body = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, bytes(0x40, serial)),
    ecdsaWithSha256,
    nameOf(by.name),
    sequence(time(subject.from), time(subject.until)),
    nameOf(subject.name),
    subject.key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subject.extensions)),
  );
  const certificate = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, by.key)));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const aKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** An authority of a test: its own certificate, and the certificates that it issues for hosts. */
export function anAuthority(name: string): { cert: string; issue: (wanted: Wanted) => TestCertificate } {
  const own = aKey();
  const by = { name, key: own.privateKey };
  const isAuthority = extension(0x13, sequence(der(0x01, bytes(0xff))));
  const ever = { from: new Date('2020-01-01'), until: new Date('2080-01-01') };
  return {
    cert: signed(by, { name, key: own.publicKey, ...ever, extensions: isAuthority }),
    issue: ({ host, from, until }) => {
      const { publicKey, privateKey } = aKey();
      const extensions = extension(0x11, sequence(der(0x82, Buffer.from(host))));
      return {
        cert: signed(by, { name: host, key: publicKey, from, until, extensions }),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}
