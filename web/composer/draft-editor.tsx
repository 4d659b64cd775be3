import { Menu, ActionIcon, Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useAction } from '../api/action.ts';
import { call } from '../api/call.ts';
import { useCall } from '../api/queries.ts';
import { deleteFormDraft } from '../lib/form-drafts.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { notify } from '../parts/notices/notify.ts';
import { useAccounts } from './accounts.tsx';
import { Checks, useChecks } from './checks.tsx';
import checksStyles from './checks.module.css';
import { Editor } from './editor.tsx';
import { Foot } from './foot.tsx';
import { Frame } from './frame.tsx';
import { WindowMenu } from './window-menu.tsx';
import { keepAccounts, lastAccounts } from './last-accounts.ts';
import { isEmpty, unfitWords, type Composed } from './post.ts';
import { SavingNote } from './saving-note.tsx';
import { formNameOf, useDraft, type Saved } from './use-draft.ts';
import { usePlanning } from './use-planning.ts';
import { useFile } from './use-file.ts';
import { soon } from './when.ts';
import { WhenRow } from './when-row.tsx';
import { Who } from './who.tsx';

/** How a window begins: what is composed, and the draft that is stored. */
export type Start = { composed: Composed; saved: Saved | null; saveKey: string; isRestored: boolean };

type Props = {
  start: Start;
  onClose: () => void;
  /** Called with the id of the draft once it is stored. */ onStored: (id: string) => void;
  /** Begins the next post. */ onNext: (clientId: string, accounts: readonly string[]) => void;
  onOpenPost: (occurrenceId: string) => void;
  onOpenDraft: (draftId: string) => void;
  /** The draft is planned by now. */ onPlanned: () => void;
};

/** A post that is not planned yet: everything about it, saved while it is written, and the ways to plan it. */
export function DraftEditor({ start, onClose, onStored, onNext, onOpenPost, onOpenDraft, onPlanned }: Props) {
  const draft = useDraft(start);
  const { composed, change, saved, standing } = draft;
  const { clientId } = composed;
  const accounts = useAccounts(clientId);
  const client = useClient(clientId);
  const slots = useCall('fetch-free-slots', { client_id: clientId ?? '' }, { enabled: clientId !== null });
  const zone = slots.data?.timezone ?? null;
  const [first] = slots.data?.slots ?? [];
  const offered = useMemo(
    () =>
      zone === null ? null : first ? { date: first.date, time: first.time, timezone: zone } : soon(zone, new Date()),
    [zone, first],
  );
  const when = composed.when ?? offered;
  // The first accounts: those of the last post, otherwise all; as long as the person has chosen none.
  const [isChosen, setChosen] = useState(start.saved !== null || start.composed.accounts.length > 0);
  useEffect(() => {
    if (isChosen || clientId === null || accounts === undefined) return;
    change({ accounts: lastAccounts(clientId, accounts) });
  }, [isChosen, clientId, accounts, change]);
  const fitting = (accounts ?? []).filter(
    ({ id, type }) => composed.accounts.includes(id) && unfitWords(type, composed) === '',
  );
  const ids = fitting.map(({ id }) => id);
  const { checked, isChecking } = useChecks(composed, {
    accounts: ids,
    when: when === 'now' ? null : when,
    self: saved === null ? {} : { draft_id: saved.id },
  });
  const [isConfirmed, setConfirmed] = useState(false);
  const sending = useFile((file) => change({ file, alt: '' }));
  const storedId = saved?.id;
  useEffect(() => {
    if (storedId !== undefined) onStored(storedId);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a draft
  }, [storedId]);
  useEffect(() => {
    if (standing === 'planned') onPlanned();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [standing]);

  const planning = usePlanning({ draft, accounts: ids, when, isConfirmed, onOpenDraft });
  const close = async () => {
    onClose();
    if (await leave(draft)) notify.success('Draft saved');
  };
  const isReady = !isEmpty(composed) && clientId !== null && ids.length > 0;
  const plan = async (kind: 'once' | 'next' | 'now') => {
    if (!isReady) return;
    keepAccounts(clientId, composed.accounts);
    if (!(await planning.plan(kind === 'now' ? 'now' : when))) return;
    if (kind !== 'next') return onClose();
    onNext(clientId, composed.accounts);
  };
  const discard = useAction('delete-draft', { quiet: true });
  const restore = useAction('restore-draft', { quiet: true });
  const duplicate = useAction('duplicate-post', { onDone: ({ draft_id: id }) => onOpenDraft(id) });
  const drop = async () => {
    deleteFormDraft(formNameOf(saved?.id ?? null));
    if (saved === null) return onClose();
    const { id } = saved;
    if (!(await discard.run({ id }))) return;
    onClose();
    notify.success('Draft discarded.', { seconds: 10, undo: () => void restore.run({ id }) });
  };
  return (
    <Frame
      title="New post"
      onClose={() => void close()}
      onFiles={(files) => {
        const [file] = files;
        if (file && composed.format === 'text') void sending.send(file);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void plan(event.shiftKey ? 'next' : 'once');
      }}
      side={
        <>
          <SavingNote draft={draft} />
          <WindowMenu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label="More actions">
                <Icon name="dots" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {composed.file === null && (
                <Menu.Item
                  leftSection={<Icon name="article" size={16} />}
                  onClick={() => change({ format: composed.format === 'text' ? 'formatted' : 'text', own: {} })}
                >
                  {composed.format === 'text' ? 'Write an article' : 'Write a short text'}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<Icon name="copy" size={16} />}
                disabled={saved === null}
                onClick={() => {
                  if (saved) void duplicate.run({ draft_id: saved.id });
                }}
              >
                Duplicate
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="trash" size={16} />} color="red" onClick={() => void drop()}>
                Discard draft
              </Menu.Item>
            </Menu.Dropdown>
          </WindowMenu>
        </>
      }
    >
      <Who
        composed={composed}
        accounts={accounts}
        client={client}
        onClient={(id) => {
          setChosen(false);
          // The first client gets the time that the calendar gave; another one gets an offer of its own.
          change({ clientId: id, accounts: [], when: clientId === null ? composed.when : null });
        }}
        onAccounts={(chosen) => {
          setChosen(true);
          change({ accounts: chosen });
        }}
      />
      <Editor composed={{ ...composed, when }} accounts={fitting} sending={sending} onChange={change} isFixed={false}>
        <Checks
          checked={checked}
          isConfirmed={isConfirmed}
          onConfirm={() => setConfirmed(!isConfirmed)}
          onOpen={(id) => void leave(draft).then(() => onOpenPost(id))}
          onStart={
            when === null || when === 'now'
              ? null
              : (local) => change({ when: { ...when, date: local.slice(0, 10), time: local.slice(11) } })
          }
        />
        {planning.problem !== '' && (
          <p className={checksStyles.problem} role="alert">
            {planning.problem}
          </p>
        )}
      </Editor>
      <WhenRow
        clientId={clientId}
        accounts={ids}
        zone={zone ?? 'UTC'}
        when={when}
        hasNow
        onChange={(time) => change({ when: time })}
      />
      <Foot
        approver={client?.approval === 'client' ? client.name : null}
        when={when}
        busy={planning.busy}
        disabled={!isReady}
        isWaiting={isChecking}
        onPlan={(kind) => void plan(kind)}
      >
        <Button variant="subtle" color="gray" onClick={() => void close()}>
          Save draft
        </Button>
      </Foot>
    </Frame>
  );
}

/** Saves what is left, and deletes a draft without content; resolves to whether a draft is kept. */
async function leave({ save, saved, latest, isDirty }: ReturnType<typeof useDraft>): Promise<boolean> {
  if (isEmpty(latest.current)) {
    if (saved !== null) await call('delete-draft', { id: saved.id }).catch(() => undefined); // it stays in the drafts
    return false;
  }
  if (!isDirty()) return saved !== null;
  return (await save()) !== null;
}

function useClient(id: string | null) {
  const { data } = useCall('fetch-app-client', { id: id ?? '' }, { enabled: id !== null });
  return data?.items.find((client) => client.id === id);
}
