import { messages } from '#contract/messages.ts';
import { eraseSampleClients } from '../../people/users/index.ts';
import type { OutsideContext, Reply } from '../../base/handlers.ts';
import { eraseSampleStreams } from '../../content/streams/index.ts';

/**
 * Answers `remove-sample-data`: permanently deletes the sample's clients and streams with their accounts, schedules and
 * posts. The stored pictures are deleted after the commit.
 */
export async function removeSampleData({ user, services, transaction }: OutsideContext): Promise<Reply<null>> {
  const names = await transaction(async (tx) => {
    await eraseSampleClients(tx, user.agencyId);
    return eraseSampleStreams(tx, user.agencyId);
  });
  for (const name of names) await services.storage.delete(name);
  return { message: messages.sampleRemoved, data: null };
}
