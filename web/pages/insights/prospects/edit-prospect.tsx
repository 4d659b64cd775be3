import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { prospectStateNames, prospectStates } from '#rules/prospects.ts';
import { useAction } from '../../../api/action.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import type { Saved } from './business.ts';

const states = prospectStates.map((value) => ({ value, label: prospectStateNames[value] }));

type Props = { business: Saved; onClose: () => void; onSaved: () => void };

/** The progress with a business, and notes. */
export function EditProspect({ business, onClose, onSaved }: Props) {
  const [state, setState] = useState(business.state);
  const [notes, setNotes] = useState(business.notes);
  const { run, busy, errors } = useAction('edit-prospect', { onDone: onSaved });
  return (
    <FormDialog
      onClose={onClose}
      title={business.name}
      size="md"
      closesOutside={false}
      busy={busy}
      onSave={() => void run({ id: business.id, state, notes, version: business.version })}
    >
      <Select
        label="State"
        allowDeselect={false}
        data={states}
        value={state}
        error={errors['state']}
        onChange={(value) => setState(prospectStates.find((each) => each === value) ?? state)}
      />
      <Textarea
        label="Notes"
        placeholder="Whom you spoke to, and what comes next"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={5000}
        value={notes}
        error={errors['notes']}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
