import people from './people.json' with { type: 'json' };

/**
 * Somebody with videos: `maxBytes` is all the room of the plan; without `mayUpload` the app was never granted upload
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
