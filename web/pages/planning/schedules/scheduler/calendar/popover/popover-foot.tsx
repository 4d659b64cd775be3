import { Button, Menu, ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../../../../../api/action.ts';
import { useMay } from '../../../../../../api/session.ts';
import { paths } from '../../../../../../paths.ts';
import { IconAction } from '../../../../../../parts/buttons/icon-action.tsx';
import { confirmDelete } from '../../../../../../parts/dialogs/dialogs.ts';
import { Icon } from '../../../../../../parts/icons/icon.tsx';
import { firstWords } from '../card-words.ts';
import type { Act } from '../event-actions.tsx';
import type { CalendarEvent } from '../events.ts';
import type { Next } from '../use-acting.ts';
import { takesWords } from '../words/rewording.ts';
import styles from './popover.module.css';

type Props = {
  post: CalendarEvent;
  /** Undefined until it is read. */ data: Data<'fetch-scheduled-item'> | undefined;
  /** What can be done now. */ acts: readonly Act[];
  onAct: (act: Act) => void;
  onNext: (next: Next) => void;
  onClose: () => void;
};

/** The buttons of a post: what it needs in words, the rest as icons and behind the dots. */
export function PopoverFoot({ post, data, acts, onAct, onNext, onClose }: Props) {
  const mayReword = useMay('manageStreams');
  const remove = useAction('delete-scheduled-item');
  const name = firstWords(post);
  const editable = data?.editable ?? null;
  const rewords = data !== undefined && editable !== null && mayReword && takesWords(data.item);
  return (
    <>
      <Button
        h={32}
        px={12}
        leftSection={<Icon name={acts.includes('edit') ? 'pencil' : 'eye'} size={16} />}
        onClick={() => onAct('edit')}
      >
        {acts.includes('edit') ? 'Edit' : 'Open post'}
      </Button>
      {acts.includes('approve') && (
        <Button
          h={32}
          px={12}
          variant="default"
          leftSection={<Icon name="check" size={16} />}
          onClick={() => onAct('approve')}
        >
          Approve
        </Button>
      )}
      <span className={styles.gap} />
      {acts.includes('move') && (
        <IconAction icon="calendar-time" word="Move" label="Move" size={32} onClick={() => onAct('move')} />
      )}
      <IconAction icon="copy" word="Copy" label="Copy" size={32} onClick={() => onAct('copy')} />
      <Menu position="top-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="More">
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={paths.scheduleDetail(post.schedule_id)}
            leftSection={<Icon name="calendar" size={16} />}
          >
            Open schedule
          </Menu.Item>
          {rewords && (
            <Menu.Item
              leftSection={<Icon name="typography" size={16} />}
              onClick={() => onNext({ kind: 'reword', post: { id: post.id, item: editable } })}
            >
              Edit words
            </Menu.Item>
          )}
          {data?.item.approval && post.done === '0' && (
            <Menu.Item
              leftSection={<Icon name="message-circle" size={16} />}
              onClick={() => onNext({ kind: 'approval', itemId: post.id })}
            >
              Comments
            </Menu.Item>
          )}
          {post.done === '0' && (
            <Menu.Item
              color="red"
              leftSection={<Icon name="trash" size={16} />}
              onClick={() =>
                confirmDelete({
                  text: 'Do you want to delete this Scheduler',
                  about: { name, of: 'scheduled-item', id: post.id },
                  onConfirm: async () => {
                    const isGone = await remove.run({ id: post.id });
                    if (isGone) onClose();
                    return isGone;
                  },
                })
              }
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
