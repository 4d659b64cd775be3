import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LibraryEntry, LibraryFile } from '#contract/library.ts';
import { useList } from '../../api/queries.ts';
import { Icon } from '../../parts/icon.tsx';
import styles from './panels.module.css';
import { useTile } from '../editor.ts';
import { UploadButton } from './upload-button.tsx';

type Kind = 'image' | 'video';

/** Pictures and videos of the agency's own for slides: to upload, and all that are there. */
export function UploadPanel() {
  const { tile, set } = useTile();
  const [kind, setKind] = useState<Kind>('image');
  const use = ({ url, thumb }: Pick<LibraryFile, 'url' | 'thumb'>, type: Kind) =>
    set({ type, file_url: url, poster: thumb ?? (type === 'image' ? url : ''), start_time: 1 });
  return (
    <Stack gap="md">
      <UploadButton
        type="image"
        hint="PNG or JPG, under 5 MB"
        onDone={(file) => {
          setKind('image');
          use(file, 'image');
        }}
      >
        Upload a picture
      </UploadButton>
      <SegmentedControl
        aria-label="Kind of upload"
        data={[
          { value: 'image', label: 'Images' },
          { value: 'video', label: 'Videos' },
        ]}
        value={kind}
        onChange={(value) => setKind(value === 'video' ? 'video' : 'image')}
      />
      <Kept key={kind} kind={kind} used={tile.file_url} onUse={(file) => use(file, kind)} />
    </Stack>
  );
}

type KeptProps = { kind: Kind; used: string; onUse: (file: LibraryEntry) => void };

/** The agency's files of a kind, newest first. */
function Kept({ kind, used, onUse }: KeptProps) {
  const list = useList('fetch-library', { kind });
  if (list.error)
    return (
      <div role="alert">
        <Text size="sm">{list.error.message}</Text>
        <Button size="compact-sm" variant="default" onClick={list.retry}>
          Try again
        </Button>
      </div>
    );
  if (list.items.length === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        {list.loading ? 'Loading…' : 'You do not have any uploads'}
      </Text>
    );
  return (
    <div className={styles.results} data-shape="grid" role="group" aria-label="Your uploads">
      {list.items.map((file) => (
        <button
          key={file.id}
          type="button"
          className={styles.result}
          aria-label={`Use ${file.title || 'upload'}`}
          title={file.title}
          aria-pressed={used === file.url}
          onClick={() => onUse(file)}
        >
          {file.thumb === null && kind === 'video' ? (
            <span className={styles.blank}>
              <Icon name="movie" size={24} />
            </span>
          ) : (
            <img src={file.thumb ?? file.url} alt="" loading="lazy" />
          )}
        </button>
      ))}
      {list.hasMore && (
        <Button size="compact-sm" variant="default" loading={list.loadingMore} onClick={list.loadMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
