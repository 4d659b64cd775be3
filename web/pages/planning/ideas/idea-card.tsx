import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { hostOf } from '../../../lib/host-of.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import { paths } from '../../../paths.ts';
import styles from './ideas.module.css';

type Props = {
  idea: Data<'fetch-ideas'>['items'][number];
  onEdit: () => void;
  onMake: () => void;
  onDraft: () => void;
  onDelete: () => Promise<void>;
};

/** One idea, what became of it, and its actions. */
export function IdeaCard({ idea, onEdit, onMake, onDraft, onDelete }: Props) {
  const { title, words, url, created, used } = idea;
  return (
    <article className={styles.card}>
      <h2>{title}</h2>
      {words !== '' && <p className={styles.words}>{words}</p>}
      {url !== '' && (
        <p>
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm" className={styles.address}>
            {hostOf(url)} <Icon name="external-link" size={14} />
          </Anchor>
        </p>
      )}
      <p className={styles.facts}>
        Added <When at={created} form="short" />
        {used && (
          <>
            {' · '}
            {used.stream === null ? (
              'became an item of a stream that is deleted'
            ) : (
              <>
                became an item of{' '}
                <Anchor component={Link} to={paths.editStream(used.stream.id)} inherit c="inherit" td="underline">
                  {used.stream.title}
                </Anchor>
              </>
            )}{' '}
            <When at={used.at} form="short" />
          </>
        )}
      </p>
      <div className={styles.actions}>
        <Button size="compact-sm" variant="light" aria-label={`Make a text item of ${title}`} onClick={onMake}>
          Make a text item
        </Button>
        <Button size="compact-sm" variant="default" aria-label={`New post from ${title}`} onClick={onDraft}>
          New post
        </Button>
        <Button size="compact-sm" variant="default" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Delete ${title}`}
          onClick={() => void onDelete()}
        >
          Delete
        </Button>
      </div>
    </article>
  );
}
