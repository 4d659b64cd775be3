import { Button, Group, Text } from '@mantine/core';
import { DialogFrame } from '../../parts/dialog-frame.tsx';

type Props = { opened: boolean; onContinue: () => void; onLater: () => void };

/** What comes after a stream is created: fill it now, or later. Source: specification 2, §2. */
export function CreatedDialog({ opened, onContinue, onLater }: Props) {
  return (
    <DialogFrame opened={opened} onClose={onContinue} title="Stream Created Successfully" size="sm" withCross={false} closesOutside={false}>
      <Text mb="lg">Do you want to upload file to it ?</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onLater}>Later</Button>
        <Button onClick={onContinue} data-autofocus>Continue</Button>
      </Group>
    </DialogFrame>
  );
}
