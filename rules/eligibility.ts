/** The nine networks, in the order in which the screens show them. */
export const networkIds = [
  'reddit',
  'vimeo',
  'facebook',
  'telegram',
  'twitter',
  'youtube',
  'linkedin',
  'wordpress',
  'medium',
] as const;
export type NetworkId = (typeof networkIds)[number];

/** The kind of content of a stream. */
export const streamTypes = ['image', 'video', 'text', 'formatted'] as const;
export type StreamType = (typeof streamTypes)[number];

/** The stream types for which each network's accounts are offered. */
export const eligibility: Readonly<Record<NetworkId, readonly StreamType[]>> = {
  reddit: ['image', 'video', 'text'],
  vimeo: ['video'],
  facebook: ['image', 'video', 'text'],
  telegram: ['image', 'video', 'text'],
  twitter: ['image', 'video', 'text'],
  youtube: ['video'],
  linkedin: ['image', 'video', 'text'],
  wordpress: ['image', 'video', 'text', 'formatted'],
  medium: ['text', 'formatted'],
};

/** Whether an account of this network may be scheduled with a stream of this type. */
export const isEligible = (network: NetworkId, type: StreamType): boolean => eligibility[network].includes(type);

/** The display name of a network, as its owner writes it. */
export const networkNames: Readonly<Record<NetworkId, string>> = {
  reddit: 'Reddit',
  vimeo: 'Vimeo',
  facebook: 'Facebook',
  telegram: 'Telegram',
  twitter: 'Twitter',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  wordpress: 'WordPress',
  medium: 'Medium',
};
