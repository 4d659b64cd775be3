import { Stack, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { alertOops } from '../../../../parts/dialogs/dialogs.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { CreatedDialog } from '../../../../parts/dialogs/created-dialog.tsx';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { UnsavedNote } from '../../../../parts/forms/unsaved-note.tsx';
import { useAction } from '../../../../api/action.ts';
import { useFormDraft } from '../../../../lib/use-form-draft.ts';
import { useNavigateUnlessLeft } from '../../../../lib/use-navigate-unless-left.ts';
import { paths } from '../../../../paths.ts';
import { holdsFiles } from './check-file.ts';
import { FilesList } from './files-list.tsx';
import { ImportTexts } from './import-texts.tsx';
import { MakeVideo } from './make-video.tsx';
import type { More } from './more-rows.tsx';
import { StreamForm } from './stream-form.tsx';
import { ScheduleThis } from './schedule-this.tsx';
import { AddingHint, StreamUses } from './stream-uses.tsx';
import styles from './stream-editor.module.css';
import { blankDraft, draftsFrom, draftsOnWire, isTouched, type TextDraft } from './text-drafts.ts';
import { TextPanel } from './text-panel.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useUploads } from '../../../../parts/uploads/use-uploads.ts';

/** A stream with the loaded items, and how to load the others. */
type Known = Pick<Data<'fetch-stream'>, 'stream' | 'items'> & { more: More };

/**
 * The details of a stream beside the panel that adds content, and its content below; without a stream, the form that
 * creates one.
 */
export function StreamEditor({ known }: { known: Known | null }) {
  const navigate = useNavigateUnlessLeft();
  const handedOver: unknown = useLocation().state;
  const [search] = useSearchParams();
  const forClient = search.get('for') ?? undefined;
  const [type, setType] = useState<StreamType | null>(known?.stream.type ?? null);
  const [blank] = useState(() => ({ drafts: [blankDraft()] }));
  const texts = useFormDraft<{ drafts: readonly TextDraft[] }>({
    formName: `texts ${known?.stream.id ?? 'new'}`,
    opened: { fields: { drafts: draftsFrom(handedOver) ?? blank.drafts }, origin: blank, version: null },
  });
  const drafts = draftsFrom(texts.typed.fields) ?? blank.drafts;
  const setDrafts = (changed: readonly TextDraft[]) =>
    texts.type((before) => ({ ...before, fields: { drafts: changed } }));
  const [created, setCreated] = useState<Known['stream'] | null>(null);
  const uploads = useUploads({ streamId: known?.stream.id ?? null, itemCount: known?.stream.items ?? 0 });
  // A ref, because saving and leaving happen before the next render.
  const leaving = useRef(false);
  const [wordsDirty, setWordsDirty] = useState(false);
  const forgetWords = useRef(() => {});
  const noteWords = useCallback((isDirty: boolean, forget: () => void) => {
    setWordsDirty(isDirty);
    forgetWords.current = forget;
  }, []);
  const saveTexts = useAction('text-stream', {
    onDone: () => {
      leaving.current = true;
      texts.forget();
      void navigate(paths.streams());
    },
  });
  const save = (written: readonly TextDraft[]) => {
    if (known)
      void saveTexts.run({
        content_stream_id: known.stream.id,
        description: draftsOnWire(written),
        sequence: known.stream.items + 1,
      });
  };

  const goOn = () => {
    leaving.current = true;
    texts.forget();
    if (created)
      void navigate(paths.editStream(created.id, { for: forClient }), {
        replace: true,
        state: isTouched(drafts) ? { drafts } : null,
      });
  };
  return (
    <>
      <LeaveGuard
        when={() => !leaving.current && (wordsDirty || uploads.busy || isTouched(drafts))}
        onLeave={() => {
          forgetWords.current();
          texts.forget();
        }}
      />
      <div className={styles.columns}>
        <section className={styles.card}>
          <h2>About this stream</h2>
          <StreamForm
            stream={known?.stream ?? null}
            onType={setType}
            onDirty={noteWords}
            onSaved={known ? () => {} : setCreated}
          />
        </section>
        <section className={styles.card}>
          <h2>{type !== null && !holdsFiles(type) ? 'Add texts' : 'Add content'}</h2>
          {known && <AddingHint id={known.stream.id} />}
          <UnsavedNote restored={texts.isRestored} onDiscard={() => texts.take(blank, null)} />
          {type === null ? (
            <TypeFirst />
          ) : holdsFiles(type) ? (
            <UploadPanel key={type} type={type} streamId={known?.stream.id ?? null} uploads={uploads} />
          ) : (
            <Stack gap="md">
              {known && <ImportTexts streamId={known.stream.id} formatted={type === 'formatted'} />}
              <TextPanel
                key={type}
                formatted={type === 'formatted'}
                exists={known !== null}
                drafts={drafts}
                onChange={setDrafts}
                onSave={save}
                busy={saveTexts.busy}
              />
            </Stack>
          )}
          {known && known.stream.items > 0 && !uploads.busy && (
            <ScheduleThis stream={known.stream} clientId={forClient} />
          )}
        </section>
      </div>
      {known && (
        <section className={styles.list}>
          <div className={styles.listHead}>
            <h2>In this stream</h2>
            {known.stream.type !== 'video' && known.stream.items > 0 && <MakeVideo stream={known.stream} />}
          </div>
          <StreamUses stream={known.stream} />
          <FilesList {...known} />
        </section>
      )}
      <CreatedDialog
        opened={created !== null}
        title="Stream Created Successfully"
        text="Do you want to upload file to it ?"
        onContinue={goOn}
        onLater={() => {
          leaving.current = !isTouched(drafts);
          void navigate(paths.streams(), { replace: true });
        }}
        onClose={goOn}
      />
    </>
  );
}

function TypeFirst() {
  return (
    <button type="button" className={styles.waiting} onClick={() => alertOops('Please create content stream first')}>
      <Icon name="stack-2" size={32} />
      <Text span>Choose a type and create the stream, then its pictures, videos or texts are added here.</Text>
    </button>
  );
}
