/** Tells our storage's faults from the network's, so that no post is said to fail by a network that never got it. */

import { deliveryMessages, type DeliveryOutcome } from '#rules/delivery.ts';
import { isStorageAway, type Storage } from '../../base/storage/storage.ts';

/** The same storage, and whether a read of it has failed because it did not answer. */
export function watchStorage(storage: Storage): { storage: Storage; wasAway(): boolean } {
  let away = false;
  const note = (error: unknown): void => {
    away ||= isStorageAway(error);
  };
  return {
    wasAway: () => away,
    storage: {
      ...storage,
      open: async (...given) => {
        try {
          return await storage.open(...given);
        } catch (error) {
          note(error);
          throw error;
        }
      },
    },
  };
}

/** The outcome of a try whose files could not be read: it is tried again like after a network's outage. */
export const storageAway: DeliveryOutcome = {
  kind: 'unreachable',
  message: deliveryMessages.storageAway,
  fault: 'storage',
};
