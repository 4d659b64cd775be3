import { Group, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';

/** What is to be moved: its name, and its place, counted from 1. */
export type Moving = { id: string; name: string; place: number };

type Props = { moving: Moving | null; count: number; onClose: () => void; onMove: (from: number, to: number) => void };

/** The dialog that moves a row of a long list to a place by its number. */
export function MoveTo({ moving, count, onClose, onMove }: Props) {
  return (
    <DialogFrame opened={moving !== null} onClose={onClose} title="Move to another place" size="sm">
      {moving && (
        <Places
          key={moving.id}
          moving={moving}
          count={count}
          onDone={(place) => {
            onClose();
            if (place !== moving.place) onMove(moving.place - 1, place - 1);
          }}
        />
      )}
    </DialogFrame>
  );
}

type PlacesProps = { moving: Moving; count: number; onDone: (place: number) => void };

function Places({ moving, count, onDone }: PlacesProps) {
  const [typed, setTyped] = useState<string | number>(moving.place);
  const place = Number(typed);
  const isPlace = typed !== '' && Number.isInteger(place) && place >= 1 && place <= count;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isPlace) onDone(place);
      }}
    >
      <Stack gap="md">
        <NumberInput
          label={`Place of ${moving.name}`}
          description={`1 is the first to go out, ${count} the last.`}
          data-autofocus
          min={1}
          max={count}
          clampBehavior="none"
          allowDecimal={false}
          value={typed}
          error={isPlace ? undefined : `Please give a number from 1 to ${count}`}
          onChange={setTyped}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end">
          <SubmitButton busy={false}>Move</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
