import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconAction } from '../../../parts/buttons/icon-action.tsx';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import styles from './contents.module.css';

/** How a card is selected and pushed to a content stream; null while that is not possible. */
export type Selecting = { isChosen: boolean; onChoose: (() => void) | null; onPush: (() => void) | null };

type Props = {
  name: string;
  created: string;
  picture: string | null;
  icon: IconName;
  select: Selecting;
  /** Its state, below the name. */
  status?: ReactNode;
  /** The address of its editor; null while it cannot be edited. */
  editor: string | null;
  /** The address and the name of its file; null before it exists. */
  download: { url: string; name: string } | null;
  onDelete: () => void;
};

/** A video or an image, with its actions. */
export function Card({ name, created, picture, icon, select, status, editor, download, onDelete }: Props) {
  return (
    <article className={styles.card} data-chosen={select.isChosen || undefined} aria-label={name}>
      <div className={styles.picture}>
        {picture === null ? <Icon name={icon} size={32} /> : <img src={picture} alt="" loading="lazy" />}
        {select.onChoose && (
          <Checkbox
            className={styles.check ?? ''}
            aria-label={`Select ${name}`}
            checked={select.isChosen}
            onChange={select.onChoose}
          />
        )}
      </div>
      <div className={styles.about}>
        <h3 title={name}>{name}</h3>
        <p className={styles.created}>
          <When at={created} form="short" />
        </p>
        {status}
      </div>
      <div className={styles.actions}>
        {editor !== null && (
          <Tooltip label="Edit">
            <ActionIcon component={Link} to={editor} variant="subtle" color="gray" aria-label={`Edit ${name}`}>
              <Icon name="pencil" />
            </ActionIcon>
          </Tooltip>
        )}
        {select.onPush && (
          <IconAction
            icon="stack-2"
            word="Push to a content stream"
            label={`Push ${name} to a content stream`}
            onClick={select.onPush}
          />
        )}
        {download && (
          <Tooltip label="Download">
            <ActionIcon
              component="a"
              href={download.url}
              download={download.name}
              variant="subtle"
              color="gray"
              aria-label={`Download ${name}`}
            >
              <Icon name="download" />
            </ActionIcon>
          </Tooltip>
        )}
        <IconAction icon="trash" word="Delete" label={`Delete ${name}`} isRed onClick={onDelete} />
      </div>
    </article>
  );
}
