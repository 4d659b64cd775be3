import { ActionIcon, Button, Group, Tabs, TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { LeaveGuard } from '../parts/dialogs/leave-guard.tsx';
import { notify } from '../parts/notices/notify.ts';
import { ShortcutsButton } from '../parts/shortcuts/shortcuts-button.tsx';
import { useNavigateUnlessLeft } from '../lib/use-navigate-unless-left.ts';
import { paths } from '../paths.ts';
import { actions, performKey, shortcutGroups, type Action } from './actions.ts';
import { useAutosave, type Autosave, type Saved, type SaveType } from './autosave.ts';
import styles from './creator.module.css';
import { EditorProvider, openEditor, useEditor, useLivePreview, useSettings, useSnapshot } from './editor.ts';
import type { VideoDocument } from './document.ts';
import { ClipsPanel } from './panels/clips.tsx';
import { LibraryPanel } from './panels/library.tsx';
import { MarkPanel } from './panels/mark.tsx';
import { AudioLibraryPanel, UploadAudioPanel } from './panels/music.tsx';
import { QuotesPanel } from './panels/quotes.tsx';
import { SpeechPanel } from './panels/speech.tsx';
import { TextPanel } from './panels/text.tsx';
import { UploadPanel } from './panels/upload.tsx';
import { ViralPanel } from './panels/viral.tsx';
import { SpeakAll, type Speaking } from './speak-all.tsx';
import { Stage } from './stage.tsx';
import { Strip } from './strip.tsx';

type SideTab = { name: string; icon: IconName; panel: ReactNode };

const tabs: readonly { name: string; sides: readonly SideTab[] }[] = [
  {
    name: 'Customize',
    sides: [
      { name: 'Clips', icon: 'clock', panel: <ClipsPanel /> },
      { name: 'Text & Position', icon: 'typography', panel: <TextPanel /> },
      { name: 'Quotes', icon: 'quote', panel: <QuotesPanel /> },
      { name: 'Viral Videos', icon: 'trending-up', panel: <ViralPanel /> },
      { name: 'Upload', icon: 'upload', panel: <UploadPanel /> },
      { name: 'Library', icon: 'library-photo', panel: <LibraryPanel /> },
    ],
  },
  {
    name: 'Logo & Watermark',
    sides: [
      { name: 'Logo', icon: 'photo', panel: <MarkPanel kind="logo" /> },
      { name: 'Watermark', icon: 'stack-2', panel: <MarkPanel kind="watermark" /> },
    ],
  },
  {
    name: 'Audio',
    sides: [
      { name: 'Audio Library', icon: 'music', panel: <AudioLibraryPanel /> },
      { name: 'Text to Speech', icon: 'microphone', panel: <SpeechPanel /> },
      { name: 'Upload Audio', icon: 'upload', panel: <UploadAudioPanel /> },
    ],
  },
];

/** `speak`: the voice that speaks all slides as soon as the project is open. */
type Props = { document: VideoDocument; selected: string; saved: Saved; speak?: Speaking | null };

/** The video creator around one project. */
export function VideoCreator({ document, selected, saved, speak = null }: Props) {
  const [editor] = useState(() => openEditor(document, selected));
  useLivePreview(editor);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (performKey(event, editor)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [editor]);
  return (
    <EditorProvider value={editor}>
      <Workbench saved={saved} speak={speak} />
    </EditorProvider>
  );
}

function Workbench({ saved, speak }: { saved: Saved; speak: Speaking | null }) {
  const editor = useEditor();
  const autosave = useAutosave(editor, { first: saved });
  const navigate = useNavigateUnlessLeft();
  const [busy, setBusy] = useState<SaveType | null>(null);
  const finish = async (type: SaveType) => {
    editor.preview.pause();
    setBusy(type);
    const message = await autosave.save(type);
    setBusy(null);
    if (message === null) return;
    notify.success(message);
    void navigate(paths.contents());
  };
  return (
    <div className={styles.creator}>
      <Header autosave={autosave} busy={busy} onFinish={(type) => void finish(type)} />
      {autosave.state === 'conflict' && (
        <div className={styles.conflict} role="alert">
          <p>This video was saved elsewhere since you opened it. Nothing of yours is lost.</p>
          <Button size="compact-md" onClick={autosave.keepBoth}>
            Keep both: save mine as a copy
          </Button>
        </div>
      )}
      {speak && <SpeakAll {...speak} />}
      <div className={styles.bench}>
        <Panels />
        <div className={styles.seen}>
          <Stage />
          <Strip />
        </div>
      </div>
      <LeaveGuard when={() => ['unanswered', 'failed', 'conflict'].includes(autosave.state)} />
    </div>
  );
}

const stateWords = {
  saved: 'Saved',
  edited: 'Not saved yet',
  saving: 'Saving…',
  unanswered: 'Not saved yet: the server does not answer. It is sent again automatically.',
  conflict: 'Saved elsewhere',
} as const;

function Header({
  autosave: { state, saved, failure },
  busy,
  onFinish,
}: {
  autosave: Autosave;
  busy: SaveType | null;
  onFinish: (type: SaveType) => void;
}) {
  const { settings, set } = useSettings();
  const unnamed = settings.name.trim() === '';
  return (
    <header className={styles.header}>
      <TextInput
        className={styles.name ?? ''}
        aria-label="Project name"
        placeholder="Project name"
        maxLength={200}
        value={settings.name}
        error={unnamed ? 'Name is required' : undefined}
        onChange={(event) => set({ name: event.currentTarget.value }, { gesture: 'name' })}
      />
      <Group gap={4}>
        <ActionButton action={actions.undo} />
        <ActionButton action={actions.redo} />
        <ShortcutsButton groups={shortcutGroups} />
      </Group>
      <span className={styles.state} role="status">
        {state === 'failed' ? `Not saved: ${failure}` : state === 'saved' && saved === null ? '' : stateWords[state]}
      </span>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<Icon name="device-floppy" size={16} />}
          loading={busy === 'save'}
          disabled={busy !== null || unnamed}
          onClick={() => onFinish('save')}
        >
          Save
        </Button>
        <Button
          leftSection={<Icon name="movie" size={16} />}
          loading={busy === 'render'}
          disabled={busy !== null || unnamed}
          onClick={() => onFinish('render')}
        >
          Render
        </Button>
      </Group>
    </header>
  );
}

function ActionButton({ action }: { action: Action }) {
  const editor = useEditor();
  useSnapshot();
  return (
    <ActionIcon
      size={36}
      variant="default"
      aria-label={action.label}
      title={`${action.label} (${action.keys})`}
      disabled={!action.enabled(editor)}
      onClick={() => action.perform(editor)}
    >
      <Icon name={action.icon} size={18} />
    </ActionIcon>
  );
}

function Panels() {
  const { store } = useEditor();
  return (
    <section className={styles.panels} aria-label="Tools" onBlur={() => store.mark()}>
      <Tabs defaultValue="Customize" keepMounted={false}>
        <Tabs.List grow>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, sides }) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Tabs
              defaultValue={sides[0]?.name ?? ''}
              orientation="vertical"
              keepMounted={false}
              variant="pills"
              className={styles.sides ?? ''}
            >
              <Tabs.List className={styles.sideTabs ?? ''}>
                {sides.map((side) => (
                  <Tabs.Tab
                    key={side.name}
                    value={side.name}
                    className={styles.sideTab ?? ''}
                    leftSection={<Icon name={side.icon} size={16} />}
                  >
                    {side.name}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {sides.map((side) => (
                <Tabs.Panel key={side.name} value={side.name} className={styles.panel ?? ''}>
                  {side.panel}
                </Tabs.Panel>
              ))}
            </Tabs>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
