import type { Context } from '../context.ts';

/** One set of values to type into a connect dialog. */
export type KeyCard = {
  title: { network: string; name: string };
  note: string;
  rows: (readonly [label: string, value: string])[];
};

/**
 * The keys of the fixed seeds, as README.md lists them. Sites use the sandbox's own address: a proxy in front removes
 * `Authorization`.
 */
export function keys(context: Context): KeyCard[] {
  const site = (name: string) => ['Address', `${context.ownUrl}/wordpress/${name}`] as const;
  const telegram = (name: string, note: string, rows: KeyCard['rows']): KeyCard => ({
    title: { network: 'telegram', name },
    note,
    rows,
  });
  const wordpress = (name: string, note: string, rows: KeyCard['rows']): KeyCard => ({
    title: { network: 'wordpress', name },
    note,
    rows,
  });
  return [
    {
      title: { network: 'vimeo', name: 'Sunrise Films' },
      note: 'An app of one’s own, for connecting Vimeo.',
      rows: [
        ['Client id', 'sunrise-films-app'],
        ['Client secret', 'sunrise-films-secret'],
      ],
    },
    telegram('Sunrise Bakery', 'A public channel; the bot is an administrator.', [
      ['Bot token', '7100000001:AAsunriseBakerySandboxKey0000000001'],
      ['Chat id', '@sunrise_bakery'],
    ]),
    telegram('Harbor Coffee Crew', 'A private supergroup; the bot is a member.', [
      ['Bot token', '7100000002:AAharborCoffeeSandboxKey00000000002'],
      ['Chat id', '-1001000000002'],
    ]),
    telegram('Corner Studio', 'A public channel that the sample does not use; the bot is an administrator.', [
      ['Bot token', '7100000005:AAcornerStudioSandboxKey00000000005'],
      ['Chat id', '@corner_studio'],
    ]),
    telegram('Maple Studio News', 'The bot is not an administrator of this channel, so it may not post.', [
      ['Bot token', '7100000003:AAmapleStudioSandboxKey000000000003'],
      ['Chat id', '@maple_news'],
    ]),
    telegram(
      'Sunrise Regulars',
      'A group that became a supergroup, and a channel the bot was kicked from (with the token of Sunrise Bakery).',
      [
        ['Old group', '-4000000001'],
        ['Supergroup', '-1001000000004'],
        ['Kicked from', '@closed_club'],
      ],
    ),
    telegram('Old Bot', 'A revoked token.', [['Bot token', '7100000004:AAoldRevokedSandboxKey0000000000004']]),
    wordpress('Sunrise Bakery', 'REST with an application password; XML-RPC is open too.', [
      site('sunrise-blog'),
      ['User', 'editor'],
      ['Application password', 'abcd efgh ijkl mnop qrst uvwx'],
    ]),
    wordpress(
      'Sunrise Bakery, smaller roles',
      'An author, whose HTML is filtered, and a contributor, who may not publish.',
      [
        site('sunrise-blog'),
        ['User', 'author'],
        ['Application password', 'auth orau thor auth orau thor'],
        ['User', 'contributor'],
        ['Application password', 'cont ribu torc ontr ibut orab'],
      ],
    ),
    wordpress('Harbor Coffee', 'REST is blocked: XML-RPC with the normal login password.', [
      site('harbor-blog'),
      ['User', 'captain'],
      ['Password', 'Harbor-login-1!'],
    ]),
    wordpress('Plain Notes', 'Plain permalinks: REST behind ?rest_route=.', [
      site('plain-blog'),
      ['User', 'penny'],
      ['Application password', 'plai npla inpl ainp lain plai'],
    ]),
    wordpress('Sites as they are in the wild', 'Noise around the answers; hidden users; tables without emoji.', [
      site('noisy-blog'),
      ['User', 'nora'],
      ['Application password', 'nois ynoi syno isyn oisy nois'],
      site('hidden-blog'),
      ['User', 'hilda'],
      ['Application password', 'hidd enhi dden hidd enhi dden'],
      site('narrow-blog'),
      ['User', 'otto'],
      ['Application password', 'narr owna rrow narr owna rrow'],
    ]),
    wordpress('Shared Host', 'Its server removes the Authorization header: connecting fails.', [
      site('stripped-blog'),
      ['User', 'stan'],
      ['Application password', 'stri pped stri pped stri pped'],
    ]),
    wordpress('Closed Garden', 'Neither REST nor XML-RPC: connecting fails.', [
      site('closed-blog'),
      ['User', 'gardener'],
      ['Password', 'Closed-login-1!'],
    ]),
    {
      title: { network: 'medium', name: 'Sunrise Bakery' },
      note: 'An integration token of @sunrisebakery.',
      rows: [['Integration token', '2f6a0c9d41b84e7793d5e0aa11c7b5f08d3e6f4a92b1c0d7e8f5a6b3c4d2e1f09']],
    },
    {
      title: { network: 'medium', name: 'Old Writer' },
      note: 'A revoked integration token.',
      rows: [['Integration token', '2e0d1c9b8a7f6e5d4c3b2a19081f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5']],
    },
  ];
}
