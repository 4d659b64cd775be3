import { Badge } from '@mantine/core';

/** Marks a result that the sandbox made up, because the operator has not configured its source. */
export const SampleBadge = () => (
  <Badge variant="default" tt="none" fw={500} style={{ justifySelf: 'start' }}>
    Sample
  </Badge>
);
