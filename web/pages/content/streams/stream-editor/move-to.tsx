import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { DialogForm } from '../../../../parts/dialogs/form-dialog.tsx';
import { sayCount } from '../../../../lib/words.ts';

/** The row to move: its name, and its position, counted from 1. */
export type Moving = { id: string; name: string; position: number };

type Props = { moving: Moving | null; count: number; onClose: () => void; onMove: (from: number, to: number) => void };

/** The dialog that moves a row of a long list to a typed position. */
export function MoveTo({ moving, count, onClose, onMove }: Props) {
  return (
    <DialogFrame opened={moving !== null} onClose={onClose} title="Move to another position" size="sm">
      {moving && (
        <PositionForm
          key={moving.id}
          moving={moving}
          count={count}
          onClose={onClose}
          onDone={(position) => {
            onClose();
            if (position !== moving.position) onMove(moving.position - 1, position - 1);
          }}
        />
      )}
    </DialogFrame>
  );
}

type PositionFormProps = { moving: Moving; count: number; onDone: (position: number) => void; onClose: () => void };

function PositionForm({ moving, count, onDone, onClose }: PositionFormProps) {
  const [typed, setTyped] = useState<string | number>(moving.position);
  const position = Number(typed);
  const isPosition = typed !== '' && Number.isInteger(position) && position >= 1 && position <= count;
  return (
    <DialogForm
      busy={false}
      action="Move"
      onSave={() => {
        if (isPosition) onDone(position);
      }}
      onClose={onClose}
    >
      <NumberInput
        label={`Position of ${moving.name}`}
        description={`1 is the first to go out, ${sayCount(count)} the last.`}
        data-autofocus
        min={1}
        max={count}
        clampBehavior="none"
        allowDecimal={false}
        value={typed}
        error={isPosition ? undefined : `Please give a number from 1 to ${sayCount(count)}`}
        onChange={setTyped}
        onFocus={(event) => event.currentTarget.select()}
      />
    </DialogForm>
  );
}
