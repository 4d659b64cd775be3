import { Alert, Button, Loader, Menu } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { canvasSizes, type Design } from '#rules/design/design.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { LeaveGuard } from '../parts/dialogs/leave-guard.tsx';
import { ShortcutsButton } from '../parts/shortcuts/shortcuts-button.tsx';
import { loadPart } from '../lib/load-code.ts';
import { deleteFormDraft } from '../lib/form-drafts.ts';
import { useNavigateUnlessLeft } from '../lib/use-navigate-unless-left.ts';
import { paths } from '../paths.ts';
import { Stage } from './canvas/stage.tsx';
import { EditorContext, useEditor, useEditorState, useEditorValue } from './context.ts';
import { openEditor } from './document/editor.ts';
import type { Materials } from './document/materials.ts';
import type { Saved } from './document/saving.ts';
import { downloadSizes, useFinished } from './finished.ts';
import styles from './image-editor.module.css';
import { LayerList } from './panels/layer-list.tsx';
import { Panels } from './panels/panels.tsx';
import { shortcutGroups } from './shortcuts.ts';
import { EditorToolbar } from './toolbar.tsx';
import { useKeys } from './use-keys.ts';
import { formNameOf, useAutosave, type Standing } from './use-autosave.ts';
import { useView } from './use-view.ts';

const dialogs = {
  push: lazy(() => loadPart(() => import('./push-dialog.tsx')).then((part) => ({ default: part.PushDialog }))),
  pour: lazy(() => loadPart(() => import('./many/pour-dialog.tsx')).then((part) => ({ default: part.PourDialog }))),
  batches: lazy(() =>
    loadPart(() => import('./many/batches-dialog.tsx')).then((part) => ({ default: part.BatchesDialog })),
  ),
  roster: lazy(() =>
    loadPart(() => import('./many/roster-dialog.tsx')).then((part) => ({ default: part.RosterDialog })),
  ),
} as const;

const SelectionTools = lazy(() =>
  loadPart(() => import('./panels/selection-tools.tsx')).then((part) => ({ default: part.SelectionTools })),
);

type Props = {
  /** What is open at first, with the saved version if they differ. */
  start: { design: Design; name: string; isChanged: boolean };
  saved: Saved;
  materials: Materials;
  /** Shown above the canvas: the parts of the saved design that could not be read. */
  notice: string;
};

/** The image editor on one design. */
export function ImageEditor({ start, saved, materials, notice }: Props) {
  const parts = useMemo(
    () => ({ editor: openEditor(start, materials.measure), materials }),
    // One editor as long as the page shows this design.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [materials],
  );
  useEffect(() => materials.subscribe(() => parts.editor.remeasure()), [materials, parts]);
  return (
    <EditorContext value={parts}>
      <Workspace saved={saved} notice={notice} />
    </EditorContext>
  );
}

function Workspace({ saved: start, notice }: Pick<Props, 'saved' | 'notice'>) {
  const parts = useEditor();
  const saving = useAutosave(parts, start);
  const navigate = useNavigateUnlessLeft();
  const frame = useRef<HTMLDivElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [dialog, setDialog] = useState<keyof typeof dialogs | null>(null);
  // Not the whole state: rendering this component is expensive, and a drag changes the state with each frame.
  const width = useEditorValue(({ history }) => history.design.width);
  const height = useEditorValue(({ history }) => history.design.height);
  const view = useView(frame, { width, height });
  const finished = useFinished();
  useKeys(parts, frame);

  const isNamed = useEditorValue(({ name }) => name.trim() !== '');
  const save = async () => {
    setLeaving(true);
    if ((await saving.save()) !== null) await navigate(paths.contents());
    setLeaving(false);
  };
  /** The design as the server has it; saves it first if it differs. */
  const savedNow = async () =>
    saving.isDirty() || saving.saved.current.id === null ? await saving.save({ isQuiet: true }) : saving.saved.current;
  const download = async (size: { width: number; height: number }) => {
    const now = await savedNow();
    if (now?.id) await finished.download({ id: now.id, name: now.name, size });
  };
  const isBusy = isLeaving || finished.isBusy;
  const show = async (wanted: keyof typeof dialogs) => {
    if ((await savedNow()) !== null) setDialog(wanted);
  };
  const Dialog = dialog === null ? null : dialogs[dialog];
  return (
    <div className={styles.editor}>
      <LeaveGuard
        when={() => saving.isDirty() && !isLeaving}
        onLeave={() => deleteFormDraft(formNameOf(saving.saved.current.id))}
      />
      <EditorToolbar>
        <ShortcutsButton groups={shortcutGroups} />
        <Said />
        <span className={styles.standing} role="status">
          {standingWords[saving.standing]}
        </span>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              h={36}
              loading={finished.isBusy}
              disabled={!isNamed}
              leftSection={<Icon name="download" size={16} />}
            >
              Download
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <SizeItems onChoose={(size) => void download(size)} />
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="default"
          h={36}
          disabled={isBusy || !isNamed}
          onClick={() => void show('push')}
          leftSection={<Icon name="send" size={16} />}
        >
          Push to stream
        </Button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              h={36}
              disabled={isBusy || !isNamed}
              leftSection={<Icon name="stack-2" size={16} />}
            >
              Make many
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void show('pour')}>One post for each text…</Menu.Item>
            <Menu.Item onClick={() => void show('roster')}>For many clients…</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => setDialog('batches')}>What was made so far…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button h={36} onClick={() => void save()} loading={isLeaving} disabled={!isNamed}>
          Save
        </Button>
      </EditorToolbar>
      {notice !== '' && (
        <Alert color="yellow" role="alert">
          {notice}
        </Alert>
      )}
      <MissingPictures />
      {saving.standing === 'conflict' && (
        <Alert color="yellow" role="alert" title="This image was saved elsewhere meanwhile">
          Both are kept if you save yours as a copy.{' '}
          <Button size="compact-sm" onClick={() => void saving.saveCopy()}>
            Save mine as a copy
          </Button>
        </Alert>
      )}
      <p className={styles.small}>
        The image creator is made for a bigger screen. Everything is here, one below the other.
      </p>
      <div className={styles.columns}>
        <Panels />
        <div className={styles.middle}>
          <div
            ref={frame}
            className={styles.frame}
            tabIndex={0}
            role="group"
            aria-label={canvasWords}
            onDoubleClick={() => document.getElementById('design-text')?.focus()}
          >
            <Stage zoom={view.zoom} />
          </div>
          <div className={styles.zoom} role="group" aria-label="Zoom">
            <Button variant="default" size="compact-sm" aria-label="Zoom out" title="Minus" onClick={view.zoomOut}>
              −
            </Button>
            <span>{Math.round(view.zoom * 100)} %</span>
            <Button variant="default" size="compact-sm" aria-label="Zoom in" title="Plus" onClick={view.zoomIn}>
              +
            </Button>
            <Button variant="default" size="compact-sm" title="0" onClick={view.fit}>
              Fit
            </Button>
          </div>
        </div>
        <div className={styles.right}>
          <Suspense fallback={null}>
            <SelectionTools />
          </Suspense>
          <LayerList />
        </div>
      </div>
      {Dialog !== null && (saving.saved.current.id !== null || dialog === 'batches') && (
        <Suspense fallback={null}>
          <Dialog
            design={{ id: saving.saved.current.id ?? '', name: saving.saved.current.name }}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {isLeaving && (
        <div className={styles.loader} role="status" aria-label="Saving">
          <Loader />
        </div>
      )}
    </div>
  );
}

const canvasWords =
  'Canvas. Page Up and Page Down select layers, arrow keys move them, Enter edits a text, Plus and Minus zoom, ' +
  'the question mark lists every key.';

const standingWords: Readonly<Record<Standing, string>> = {
  saved: '',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  unanswered: 'Not saved yet: the server does not answer. It is sent again automatically.',
  conflict: 'Not saved',
  failed: 'Not saved. Your changes are kept in this browser.',
};

/** What the last key did, for screen readers. */
function Said() {
  const said = useEditorValue((state) => state.said);
  return (
    <span className="visually-hidden" role="status" aria-label="Last key">
      {said}
    </span>
  );
}

function SizeItems({ onChoose }: { onChoose: (size: { width: number; height: number }) => void }) {
  const { history } = useEditorState();
  return downloadSizes(history.design, canvasSizes).map(({ name, width, height }) => (
    <Menu.Item key={name} onClick={() => onChoose({ width, height })}>
      {name} ({width} × {height})
    </Menu.Item>
  ));
}

function MissingPictures() {
  const { materials } = useEditor();
  const missing = useSyncExternalStore(materials.subscribe, () => materials.missing().length);
  return missing === 0 ? null : (
    <Alert color="yellow" role="alert">
      {missing === 1 ? 'A picture' : `${missing} pictures`} of this image cannot be loaded and will be missing in it.
    </Alert>
  );
}
