import { Text } from '@mantine/core';
import type { RoundItem } from '#contract/planning/repurposing.ts';
import { When } from '../../../../parts/display/when.tsx';

type Props = { rests: NonNullable<RoundItem['rests']>; zone: string };

/** Since when a post rests, who decided that and why. */
export function RestNote({ rests: { since, by, was_tired: wasTired }, zone }: Props) {
  return (
    <Text size="xs" c="dimmed">
      Rests since <When at={since} zone={zone} within />, by {by ?? 'somebody who has left'}
      {wasTired ? ', as people seemed tired of it' : ', by choice'}
    </Text>
  );
}
