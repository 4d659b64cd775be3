import people from './people.json' with { type: 'json' };

/**
 * A person with videos: `maxBytes` is the plan's total storage; without `mayUpload` the app was never granted upload
 * access.
 */
export type VimeoUser = {
  id: string;
  userId: number;
  name: string;
  handle: string;
  note: string;
  account: string;
  maxBytes: number;
  mayUpload: boolean;
  requestsAMinute: number;
};

/** All seeded people, in the order of the consent page. */
export const vimeoUsers: readonly VimeoUser[] = people;
