import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../../../../api/call.ts';
import { sayLocal } from '../../../../../../lib/dates.ts';
import { counted } from '../../../../../../lib/words.ts';
import { FormDialog } from '../../../../../../parts/dialogs/form-dialog.tsx';
import { LeaveGuard } from '../../../../../../parts/dialogs/leave-guard.tsx';
import { ClientChoice } from '../../../../../../parts/forms/client-choice.tsx';
import { Docked } from '../../../../../../parts/notices/docked.tsx';
import { notify } from '../../../../../../parts/notices/notify.ts';
import { UndoNote } from '../../../../../../parts/notices/undo-note.tsx';
import { isUnderWay } from '../../../../../../parts/uploads/upload-queue.ts';
import { UploadRows } from '../../../../../../parts/uploads/upload-rows.tsx';
import styles from './dropped-files.module.css';
import type { Dropped } from './use-dropped.ts';

/** The files that were dropped on days: for whom they are, how far they are, which failed, and the way back. */
export function DroppedFiles({ dropped }: { dropped: Dropped }) {
  const { uploads, drafts, local, asks } = dropped;
  const left = uploads.list.filter(({ state }) => isUnderWay(state));
  const failed = uploads.list.filter(({ state }) => state.kind === 'failed' || state.kind === 'later');
  const [isUndoing, setUndoing] = useState(false);
  const undo = async () => {
    setUndoing(true);
    try {
      await dropped.undo();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.danger(error.message);
    } finally {
      setUndoing(false);
    }
  };
  return (
    <>
      <LeaveGuard when={uploads.busy} />
      {asks > 0 && <ForWhom count={asks} onAnswer={dropped.answer} />}
      {(uploads.busy || failed.length > 0) && (
        <Docked>
          <section className={styles.panel} aria-label="Dropped files">
            {uploads.busy && (
              <div className={styles.progress}>
                <span role="status">
                  {drafts.length} of {counted(drafts.length + left.length, 'file')}
                </span>
                <Progress
                  value={(100 * drafts.length) / Math.max(1, drafts.length + left.length)}
                  size="sm"
                  aria-label="Dropped files"
                />
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => left.forEach(({ key }) => uploads.cancel(key))}
                >
                  Stop
                </Button>
              </div>
            )}
            {failed.length > 0 && (
              <div className={styles.failed}>
                <UploadRows uploads={{ ...uploads, list: failed }} />
              </div>
            )}
          </section>
        </Docked>
      )}
      {!uploads.busy && drafts.length > 0 && (
        <UndoNote busy={isUndoing} onUndo={() => void undo()} onClose={dropped.forget}>
          {counted(drafts.length, 'draft')} {local === '' ? 'made' : `for ${sayLocal(local, 'short')}`}.
        </UndoNote>
      )}
    </>
  );
}

/** Asks for which client the dropped files are. */
function ForWhom({ count, onAnswer }: { count: number; onAnswer: (clientId: string | null) => void }) {
  const [client, setClient] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  return (
    <FormDialog
      title="For which client?"
      busy={false}
      action={`Make ${counted(count, 'draft')}`}
      onSave={() => (client === null ? setAsked(true) : onAnswer(client))}
      onClose={() => onAnswer(null)}
    >
      <ClientChoice client={client ?? ''} onChoose={setClient} />
      {isAsked && client === null && (
        <p className={styles.problem} role="alert">
          Please choose a client
        </p>
      )}
    </FormDialog>
  );
}
