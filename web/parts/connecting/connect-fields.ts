import type { NetworkId } from '#rules/eligibility.ts';

/** The networks whose dialog first asks for something: credentials or, for Vimeo, the person's own app. */
export type TypedNetwork = 'telegram' | 'wordpress' | 'medium' | 'vimeo';

/** Whether a network has a dialog; the others open their own page directly. */
export const isTyped = (network: NetworkId): network is TypedNetwork => network in connectFields;

/** One field of a connect dialog; all are required. `name` is the contract's. */
export type ConnectField = {
  name: string;
  label: string;
  kind: 'text' | 'url' | 'secret';
  placeholder: string;
  description: string;
};

/** The fields of each dialog. */
export const connectFields: Readonly<Record<TypedNetwork, readonly ConnectField[]>> = {
  telegram: [
    { name: 'chat_id', label: 'Chat id', kind: 'text', placeholder: '@yourchannel or -1001234567890', description: '' },
    { name: 'bot_token', label: 'Bot token', kind: 'secret', placeholder: '123456789:AA…', description: '' },
  ],
  wordpress: [
    {
      name: 'url',
      label: 'URL',
      kind: 'url',
      placeholder: 'https://example.com',
      description: 'The address of the site’s front page',
    },
    { name: 'username', label: 'Username', kind: 'text', placeholder: '', description: '' },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      placeholder: 'abcd efgh ijkl mnop qrst uvwx',
      description: 'An application password, not the one for signing in',
    },
  ],
  medium: [{ name: 'access_token', label: 'Access token', kind: 'secret', placeholder: '', description: '' }],
  vimeo: [
    { name: 'client_id', label: 'Client ID', kind: 'text', placeholder: '', description: '' },
    { name: 'client_secret', label: 'Client Secret', kind: 'secret', placeholder: '', description: '' },
  ],
};

/** The missing fields. An address without a scheme is read as https. */
export function connectProblems(
  network: TypedNetwork,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const found = connectFields[network].flatMap(({ name, label, kind }): [string, string][] => {
    const value = (values[name] ?? '').trim();
    if (value === '') return [[name, `${label} is required`]];
    return kind === 'url' && !URL.canParse(withProtocol(value)) ? [[name, 'Please enter a valid URL']] : [];
  });
  return Object.fromEntries(found);
}

/**
 * The errors of an account by hand, by field; `labels` are those of its form. An address without a scheme is read as
 * https.
 */
export function byHandProblems(
  values: { name: string; url: string },
  labels: { name: string; url: string },
): Record<string, string> {
  const address = values.url.trim();
  return {
    ...(values.name.trim() === '' ? { name: `${labels.name} is required` } : {}),
    ...(address === ''
      ? { url: `${labels.url} is required` }
      : isHttps(withProtocol(address))
        ? {}
        : { url: 'Please enter an address that begins with https://' }),
  };
}

const isHttps = (address: string): boolean =>
  URL.canParse(address) && new URL(address).protocol === 'https:' && new URL(address).hostname.includes('.');

/** `'example.com' -> 'https://example.com'`. */
export const withProtocol = (address: string): string =>
  /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
