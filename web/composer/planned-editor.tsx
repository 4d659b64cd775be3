import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../api/action.ts';
import { useEdited } from '../lib/use-edited.ts';
import { LeaveGuard } from '../parts/dialogs/leave-guard.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { StatusBadge } from '../parts/states/status-badge.tsx';
import { AccountChips, useAccounts } from './accounts.tsx';
import accountsStyles from './accounts.module.css';
import checksStyles from './checks.module.css';
import planningStyles from './planning.module.css';
import { Editor } from './editor.tsx';
import { fieldLabels, fieldWords } from './fields.ts';
import { Frame } from './frame.tsx';
import { WindowMenu } from './window-menu.tsx';
import { composedOf, type Composed, type Post, type Time } from './post.ts';
import { showUnplanned } from './unplanned.ts';
import { useFile } from './use-file.ts';
import { isPast } from './when.ts';
import { WhenRow } from './when-row.tsx';

type Props = {
  post: Post;
  onClose: () => void;
  onChanged: () => void;
  onOpenDraft: (draftId: string) => void;
  onOpenPost: (occurrenceId: string) => void;
};

/** A planned post: its words and its time can change until it goes out; what is typed is kept until *Save*. */
export function PlannedEditor({ post, onClose, onChanged, onOpenDraft }: Props) {
  const accounts = useAccounts(post.client.id);
  const stored = composedOf(post);
  const { title, words, own, alt } = stored;
  const edited = useEdited({
    formName: post.item_id === null ? null : `planned post ${post.item_id}`,
    saved: { title, description: words, own_words: own, alt_text: alt },
    version: post.item_version,
    stateOf: (fields) => fields,
    labels: {
      title: fieldLabels.title,
      description: fieldLabels.words,
      own_words: fieldLabels.own,
      alt_text: fieldLabels.alt,
    },
    words: (field, state) =>
      field === 'own_words'
        ? fieldWords('own', { ...stored, own: state.own_words })
        : field === 'description'
          ? fieldWords('words', { ...stored, words: state.description })
          : state[field],
  });
  const { fields } = edited;
  const composed: Composed = {
    ...stored,
    title: fields.title,
    words: fields.description,
    own: fields.own_words,
    alt: fields.alt_text,
  };
  const [time, setTime] = useState<Time | null>(null);
  const isMoved = time !== null && post.when !== null && !isSameTime(time, post.when);
  const update = useAction('update-stream', { onConflict: edited.onConflict });
  const move = useAction('move-scheduled-item', { quiet: edited.isEdited });
  const sending = useFile(() => undefined);
  const isFixed = post.item_id === null || post.item_version === null;
  const duplicate = useAction('duplicate-post', { onDone: ({ draft_id: id }) => onOpenDraft(id) });
  const isEdited = edited.isEdited || isMoved;
  const close = () => {
    edited.forget();
    onClose();
  };
  const save = async () => {
    const { item_id: id, occurrence_id: occurrence, when } = post;
    if (edited.isEdited && id !== null) {
      const isSaved = await edited.save((changes, version) =>
        update.run({ id, ...changes, ...version, planned_posts: 'follow' }, { repeats: true }),
      );
      if (!isSaved) return;
      edited.forget();
    }
    if (isMoved && occurrence !== null && when !== null) {
      if (isPast(time, new Date())) return;
      if (!(await move.run({ id: occurrence, ...time, from: when.due_at }))) return;
    }
    onChanged();
    onClose();
  };
  const approval = post.approval;
  return (
    <Frame
      title="Edit post"
      onClose={close}
      onFiles={null}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void save();
      }}
      side={
        <WindowMenu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="More actions">
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<Icon name="copy" size={16} />}
              onClick={() => {
                if (post.occurrence_id !== null) void duplicate.run({ occurrence_id: post.occurrence_id });
              }}
            >
              Duplicate
            </Menu.Item>
            {post.can_unplan && post.stream === null && post.occurrence_id !== null && (
              <Menu.Item
                leftSection={<Icon name="arrow-back-up" size={16} />}
                onClick={() => void showUnplanned(post.occurrence_id ?? '', onOpenDraft)}
              >
                Back to drafts
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </WindowMenu>
      }
    >
      <LeaveGuard when={isEdited} onLeave={edited.forget} />
      <div className={accountsStyles.who}>
        <b className={accountsStyles.clientName}>{post.client.name}</b>
        <AccountChips
          composed={composed}
          accounts={accounts?.filter(({ id }) => stored.accounts.includes(id))}
          clientName={post.client.name}
          isFixed
          onChoose={() => undefined}
        />
      </div>
      <Editor
        composed={composed}
        accounts={(accounts ?? []).filter(({ id }) => stored.accounts.includes(id))}
        sending={sending}
        isFixed={isFixed}
        isFileFixed
        onChange={({ title: newTitle, words: newWords, own: newOwn, alt: newAlt }) =>
          edited.change({
            ...(newTitle === undefined ? {} : { title: newTitle }),
            ...(newWords === undefined ? {} : { description: newWords }),
            ...(newOwn === undefined ? {} : { own_words: newOwn }),
            ...(newAlt === undefined ? {} : { alt_text: newAlt }),
          })
        }
      >
        <ul className={checksStyles.checks} aria-label="Notes">
          {approval?.comment && (
            <li data-tone="warn">
              <Icon name="message-circle" size={16} />
              <span>
                <b>{approval.comment.name}:</b> {approval.comment.text}
              </span>
            </li>
          )}
          {post.planned_posts > 1 && (
            <li>
              <Icon name="info-circle" size={16} />
              <span>
                This item is planned {post.planned_posts} times. New words change all {post.planned_posts}.
              </span>
            </li>
          )}
          {post.can_unplan && post.stream === null && (
            <li>
              <Icon name="info-circle" size={16} />
              <span>For another file or other accounts, put it back to drafts.</span>
              <button type="button" onClick={() => void showUnplanned(post.occurrence_id ?? '', onOpenDraft)}>
                Back to drafts
              </button>
            </li>
          )}
        </ul>
        {(move.errors['date'] ?? update.failure) !== '' && (
          <p className={checksStyles.problem} role="alert">
            {move.errors['date'] ?? update.failure}
          </p>
        )}
      </Editor>
      {post.when !== null && (
        <WhenRow
          clientId={post.client.id}
          accounts={stored.accounts}
          zone={post.client.timezone}
          when={time ?? post.when}
          hasNow={false}
          onChange={(chosen) => {
            if (chosen !== 'now') setTime(chosen);
          }}
        />
      )}
      <div className={planningStyles.foot}>
        {approval !== null && (
          <StatusBadge
            status={approval.held ? 'not-approved' : approval.state === 'waiting' ? 'approval' : approval.state}
          />
        )}
        <div className={planningStyles.buttons}>
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button
            loading={update.busy || move.busy}
            disabled={!isEdited}
            title="Ctrl+Enter"
            onClick={() => void save()}
          >
            Save
          </Button>
        </div>
      </div>
    </Frame>
  );
}

const isSameTime = (one: Time, other: Time): boolean =>
  one.date === other.date && one.time === other.time && one.timezone === other.timezone;
