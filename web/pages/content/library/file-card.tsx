import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import type { FileUse, LibraryEntry } from '#contract/content/library.ts';
import { authorAndSource } from '#rules/source-names.ts';
import { useAction } from '../../../api/action.ts';
import type { CallError } from '../../../api/call.ts';
import { alertOops, closeDialog, confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { useMay } from '../../../api/session.ts';
import { newPost } from '../../../composer/address.ts';
import { useOpenComposer } from '../../../composer/open-composer.ts';
import { IconAction } from '../../../parts/buttons/icon-action.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import { paths } from '../../../paths.ts';
import { FilePreview } from './file-preview.tsx';
import { lengthWords, sizeWords } from './file-words.ts';
import styles from './library.module.css';

const editors: Readonly<Record<FileUse['of'], (id: string) => string>> = {
  video: (id) => paths.createVideo({ id }),
  design: (id) => paths.imageCreator({ id }),
  stream: (id) => paths.editStream(id),
  kit: (id) => paths.editClient(id, { tab: 'details' }),
};

type Props = {
  file: LibraryEntry;
  /** Asks for the content stream to push it to; pictures and videos can be pushed. */
  onPush: () => void;
  /** Asks for another file to replace it; `reason`: why it could not be deleted, or ''. */
  onReplace: (reason: string) => void;
};

/** A file of the library: what it is, where it is used, and under which licence. */
export function FileCard({ file, onPush, onReplace }: Props) {
  const maySchedule = useMay('schedule');
  const compose = useOpenComposer();
  const post = (kind: 'image' | 'video') =>
    compose(newPost, {
      file: {
        id: file.id,
        kind,
        name: file.title,
        url: file.url,
        thumbnail: file.thumb,
        width: file.width,
        height: file.height,
        duration_ms: file.duration_ms,
        size_bytes: file.size_bytes,
      },
    });
  const { id, kind, url, created, uses, licences } = file;
  const title = file.title === '' ? 'Untitled' : file.title;
  const refused = ({ status, message }: CallError): true => {
    // Texts name a font by its family, so replacing it changes them.
    if (status === 409 && kind !== 'font') {
      closeDialog();
      onReplace(message);
    } else alertOops(message);
    return true;
  };
  const remove = useAction('delete-library-file', { quiet: true, onRefused: refused });
  return (
    <article className={styles.file} aria-label={title}>
      <FilePreview file={file} title={title} />
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
                <Link to={editors[of](user)}>{of === 'kit' ? `the brand kit of ${name}` : name}</Link>
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
        {(kind === 'image' || kind === 'video') && maySchedule && (
          <IconAction icon="pencil" word="New post" label={`New post with ${title}`} onClick={() => post(kind)} />
        )}
        {(kind === 'image' || kind === 'video') && (
          <IconAction
            icon="stack-2"
            word="Push to a content stream"
            label={`Push ${title} to a content stream`}
            onClick={onPush}
          />
        )}
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
        {uses.length > 0 && kind !== 'font' && (
          <IconAction
            icon="repeat"
            word="Replace everywhere"
            label={`Replace ${title} everywhere`}
            onClick={() => onReplace('')}
          />
        )}
        <IconAction
          icon="trash"
          word="Delete"
          label={`Delete ${title}`}
          isRed
          onClick={() =>
            confirmDelete({
              text: 'Do you want to Delete this File',
              about: { name: title, words: '' },
              onConfirm: () => remove.run({ id }),
            })
          }
        />
      </div>
    </article>
  );
}

const factsOf = ({ size_bytes: bytes, width, height, duration_ms: duration }: LibraryEntry): string =>
  [
    sizeWords(bytes),
    ...(width === null || height === null ? [] : [`${width} × ${height} px`]),
    ...(duration === null ? [] : [lengthWords(duration)]),
  ].join(' · ');
