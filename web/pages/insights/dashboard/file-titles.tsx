import { Alert, Button, Group } from '@mantine/core';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { Icon } from '../../../parts/icons/icon.tsx';

/** Asks once whether the names of files that waiting posts carry as titles are to be left out. */
export function FileTitles() {
  const { data } = useCall('fetch-file-titles', {});
  const settle = useAction('settle-file-titles');
  if (!data || data.posts === 0) return null;
  const verb = data.posts === 1 ? 'carries' : 'carry';
  return (
    <Alert icon={<Icon name="file-text" size={18} />} color="yellow" radius="lg">
      <Group justify="space-between" gap="sm">
        <span>
          {counted(data.posts, 'waiting post')} {verb} a file name as title. Leave it out? Clients who have approved
          these posts are asked again.
        </span>
        <Group gap="xs">
          <Button size="compact-md" loading={settle.busy} onClick={() => void settle.run({ answer: 'leave-out' })}>
            Leave out
          </Button>
          <Button
            size="compact-md"
            variant="default"
            disabled={settle.busy}
            onClick={() => void settle.run({ answer: 'keep' })}
          >
            Keep
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
