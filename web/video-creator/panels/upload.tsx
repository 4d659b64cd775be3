import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { LibraryEntry, LibraryFile } from '#contract/content/library.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import styles from './panels.module.css';
import { useTile } from '../editor.ts';
import { KeptFiles } from './kept-files.tsx';
import { UploadButton } from './upload-button.tsx';

type Kind = 'image' | 'video';

/** The agency's own pictures and videos for slides: upload, and all files so far. */
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
      <Pictures key={kind} kind={kind} used={tile.file_url} onUse={(file) => use(file, kind)} />
    </Stack>
  );
}

type PicturesProps = { kind: Kind; used: string; onUse: (file: LibraryEntry) => void };

/** The agency's pictures or videos, newest first. */
function Pictures({ kind, used, onUse }: PicturesProps) {
  return (
    <KeptFiles kind={kind} shape="grid">
      {(file) => (
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
      )}
    </KeptFiles>
  );
}
