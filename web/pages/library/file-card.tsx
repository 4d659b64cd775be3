import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import type { FileUse, LibraryEntry } from '#contract/library.ts';
import { authorAndSource } from '#rules/source-names.ts';
import { useAction } from '../../api/action.ts';
import type { CallError } from '../../api/call.ts';
import { alertOops, closeDialog, confirmDelete } from '../../parts/dialogs.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { When } from '../../parts/when.tsx';
import { paths } from '../../paths.ts';
import { lengthWords, sizeWords, wavePath } from './file-words.ts';
import styles from './library.module.css';

const icons = { image: 'photo', video: 'movie', audio: 'player-play', document: 'file-text' } as const satisfies Record<
  LibraryEntry['kind'],
  IconName
>;
const editors: Readonly<Record<FileUse['of'], (id: string) => string>> = {
  video: (id) => paths.createVideo({ id }),
  design: (id) => paths.imageCreator({ id }),
  stream: (id) => paths.editStream(id),
};

type Props = {
  file: LibraryEntry;
  /** Asks for another file in its place; `reason`: why it could not be deleted, or ''. */
  onReplace: (reason: string) => void;
};

/** A file of the library: what it is, what it is used in, and by which right. */
export function FileCard({ file, onReplace }: Props) {
  const { id, url, created, uses, licences } = file;
  const title = file.title === '' ? 'Untitled' : file.title;
  const refused = ({ status, message }: CallError): true => {
    if (status === 409) {
      closeDialog();
      onReplace(message);
    } else alertOops(message);
    return true;
  };
  const remove = useAction('delete-library-file', { quiet: true, onRefused: refused });
  return (
    <article className={styles.file} aria-label={title}>
      <Preview file={file} />
      <div className={styles.about}>
        <h2 title={title}>{title}</h2>
        <p className={styles.hint}>
          {factsOf(file)} · <When at={created} form="short" />
        </p>
        {uses.length > 0 && (
          <p className={styles.uses}>
            Used in{' '}
            {uses.slice(0, 3).map(({ of, id: user, name }, at) => (
              <span key={`${of} ${user}`}>
                {at > 0 && ', '}
                <Link to={editors[of](user)}>{name}</Link>
              </span>
            ))}
            {uses.length > 3 && ` and ${uses.length - 3} more`}
          </p>
        )}
        {licences.map(({ source, title: work, author, licence }) => (
          <p key={`${source} ${work}`} className={styles.hint}>
            {authorAndSource({ author, source })} · {licence}
          </p>
        ))}
      </div>
      <div className={styles.actions}>
        <Tooltip label="Download">
          <ActionIcon
            component="a"
            href={url}
            download={`${title}.${url.split('.').at(-1) ?? ''}`}
            variant="subtle"
            color="gray"
            aria-label={`Download ${title}`}
          >
            <Icon name="download" />
          </ActionIcon>
        </Tooltip>
        {uses.length > 0 && (
          <Tooltip label="Replace everywhere">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Replace ${title} everywhere`}
              onClick={() => onReplace('')}
            >
              <Icon name="repeat" />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label="Delete">
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Delete ${title}`}
            onClick={() =>
              confirmDelete({
                text: 'Do you want to Delete this File',
                about: { name: title, words: '' },
                onConfirm: () => remove.run({ id }),
              })
            }
          >
            <Icon name="trash" />
          </ActionIcon>
        </Tooltip>
      </div>
    </article>
  );
}

function Preview({ file: { kind, thumb, url, peaks, title } }: { file: LibraryEntry }) {
  if (kind === 'audio')
    return (
      <div className={styles.sound}>
        {peaks && peaks.length > 0 && (
          <svg viewBox={`0 0 ${peaks.length / 2} 2`} preserveAspectRatio="none" aria-hidden="true">
            <path d={wavePath(peaks)} vectorEffect="non-scaling-stroke" />
          </svg>
        )}
        <audio controls preload="none" src={url} aria-label={title} />
      </div>
    );
  return (
    <div className={styles.picture}>
      {thumb === null ? <Icon name={icons[kind]} size={32} /> : <img src={thumb} alt="" loading="lazy" />}
    </div>
  );
}

const factsOf = ({ size_bytes: bytes, width, height, duration_ms: duration }: LibraryEntry): string =>
  [
    sizeWords(bytes),
    ...(width === null || height === null ? [] : [`${width} × ${height} px`]),
    ...(duration === null ? [] : [lengthWords(duration)]),
  ].join(' · ');
