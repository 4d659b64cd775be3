import { Text } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { useCall } from '../../../../api/queries.ts';
import { asSentence, usesInWords } from '../../../../parts/dialogs/uses.ts';
import { holdsFiles } from './check-file.ts';
import { addingInWords, isUsed } from './planned-words.ts';

type Stream = Pick<Data<'fetch-stream'>['stream'], 'id' | 'type'>;

/** What a stream contains and which schedules use it, in a line. */
export function StreamUses({ stream: { id, type } }: { stream: Stream }) {
  const { data } = useCall('fetch-uses', { of: 'stream', id });
  return data && isUsed(data) ? (
    <Text size="sm" c="dimmed" mb="sm">
      {asSentence(usesInWords({ of: 'stream', noun: holdsFiles(type) ? 'file' : 'text' }, data))}
    </Text>
  ) : null;
}

/** When content added to a stream is published, if schedules already use it. */
export function AddingHint({ id }: { id: string }) {
  const { data } = useCall('fetch-uses', { of: 'stream', id });
  return data && isUsed(data) ? (
    <Text size="sm" c="dimmed" mb="md">
      {addingInWords(data)}
    </Text>
  ) : null;
}
