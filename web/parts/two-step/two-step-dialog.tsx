import { useEffect, useState } from 'react';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';

/**
 * The content of the dialog: a secret for an app, until its first code is entered, or recovery codes to store. `id`
 * distinguishes two of them.
 */
export type Shown = { id: string } & (
  | { kind: 'set-up'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] }
);

type Props = { shown: Shown; opened: boolean; onClose: () => void };

/** Sets up an app and then shows the recovery codes, or shows only these. */
export function TwoStepDialog({ shown, opened, onClose }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(shown.kind === 'codes' ? shown.codes : null);
  // Opened only after it is rendered closed: when the modal opens, it records where to return the focus.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <DialogFrame
      opened={opened && ready}
      onClose={onClose}
      title={codes ? 'Your recovery codes' : 'Turn on two-step log-in'}
      closesOutside={false}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        shown.kind === 'set-up' && <SetUp secret={shown.secret} uri={shown.uri} onOn={setCodes} onCancel={onClose} />
      )}
    </DialogFrame>
  );
}
