/** What the site says to the world: whom to tell of faults, what customers' domains must point to, their checks. */
import { z } from 'zod';
import { backupSettings, backupsOf, type BackupSettings } from './backups.ts';

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The settings in the environment. */
export const siteSettings = {
  ...backupSettings,
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto|tel)$/, error: 'must start with https:, mailto: or tel:' })
    .optional(),
  PUBLIC_IP: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  DNS_SERVERS: z
    .string()
    .transform(listOf)
    .pipe(z.array(z.string().regex(/^[\da-f.:[\]]+$/i, 'must be addresses of name servers')))
    .default([]),
  TLS_ADDRESS: z
    .string()
    .regex(/^([a-z\d.-]+|\[[\da-f:]+\]):\d{1,5}$/i, 'must look like 127.0.0.1:443')
    .transform((text) => ({
      address: text.slice(0, text.lastIndexOf(':')).replaceAll(/[[\]]/g, ''),
      port: Number(text.slice(text.lastIndexOf(':') + 1)),
    }))
    .refine(({ port }) => port > 0 && port < 65_536, 'must look like 127.0.0.1:443')
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-9]|10)$/, 'must be a whole number from 0 to 10')
    .default('0')
    .transform(Number),
};

/** The parsed settings. */
export type SiteSettings = BackupSettings & {
  /** Where faults of security are reported (a URI); null: the help page. */
  securityContact: string | null;
  publicIp: string | null;
  /** Name servers for customers' domains ('127.0.0.1:53'); an empty list means the machine's own. */
  dnsServers: string[];
  /** The address at which certificates of customers' domains are checked; null for port 443 of `publicIp`. */
  tlsAddress: { address: string; port: number } | null;
  /** How long `server/web.ts` still answers after SIGTERM, while `/readyz` sends proxies to other servers. */
  drainSeconds: number;
};

type Given = Parameters<typeof backupsOf>[0] & {
  SECURITY_CONTACT?: string | undefined;
  PUBLIC_IP?: string | undefined;
  DNS_SERVERS: string[];
  TLS_ADDRESS?: { address: string; port: number } | undefined;
  DRAIN_SECONDS: number;
};

/** The known facts about the address of the sites. */
export const siteOf = (set: Given): SiteSettings => ({
  ...backupsOf(set),
  securityContact: set.SECURITY_CONTACT ?? null,
  publicIp: set.PUBLIC_IP ?? null,
  dnsServers: set.DNS_SERVERS,
  tlsAddress: set.TLS_ADDRESS ?? null,
  drainSeconds: set.DRAIN_SECONDS,
});
