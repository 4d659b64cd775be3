import { Radio, Stack, Text } from '@mantine/core';
import { useCall } from '../../../../api/queries.ts';
import { asSentence, usesInWords } from '../../../../parts/dialogs/uses.ts';
import { counted } from '../../../../lib/words.ts';

/** What happens to planned posts when the words of their item change. */
export type Choice = 'follow' | 'keep';

type Props = { itemId: string; isEdited: boolean; choice: Choice; onChoice: (choice: Choice) => void };

/** Where an item is used and, once it is edited, whether the waiting posts follow. */
export function PlannedPosts({ itemId, isEdited, choice, onChoice }: Props) {
  const { data: uses, error } = useCall('fetch-uses', { of: 'stream-item', id: itemId });
  if (error && !uses)
    return (
      <Text size="sm" c="dimmed">
        We could not check which planned posts use it. They will use the new words.
      </Text>
    );
  if (!uses) return null;
  const line = asSentence(usesInWords({ of: 'stream-item' }, uses));
  if (uses.waiting === 0 || !isEdited)
    return (
      <Text size="sm" c="dimmed">
        {line}
      </Text>
    );
  const kept = uses.kept === uses.waiting ? 'All' : uses.kept;
  const earlier = uses.kept > 0 ? ` ${kept} of them kept the words from before an earlier edit.` : '';
  return (
    <Radio.Group
      label={
        uses.waiting === 1
          ? 'Should the waiting post use the new words?'
          : `Should the ${counted(uses.waiting, 'waiting post')} use the new words?`
      }
      description={`${line}.${earlier}`}
      value={choice}
      onChange={(value) => onChoice(value === 'keep' ? 'keep' : 'follow')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="follow"
          label="Yes, they go out with the new words"
          description="Posts that a client has approved need approval again."
        />
        <Radio
          value="keep"
          label="No, they go out as planned"
          description="The new words go out from the next round on, and in schedules made from now on."
        />
      </Stack>
    </Radio.Group>
  );
}
