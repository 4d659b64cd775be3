import { CloseButton, Loader, Popover, Progress, Text, Textarea } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { loadPart } from '../lib/load-code.ts';
import { useEscape } from '../lib/use-escape.ts';
import { DialogFrame } from '../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import buttonsStyles from './buttons.module.css';
import mediaStyles from './media.module.css';
import type { Composed, PostFile } from './post.ts';
import type { Sending } from './use-file.ts';

const LibraryChoice = lazy(async () => ({
  default: (await loadPart(() => import('../parts/library-choice/library-choice.tsx'))).LibraryChoice,
}));

type Props = {
  composed: Composed;
  sending: Sending;
  onChange: (part: Partial<Composed>) => void;
  isFixed: boolean;
};

/** The file of a post: added by drop, paste or choice, described for those who cannot see it, removed. */
export function MediaField({ composed: { file, alt, format }, sending, onChange, isFixed }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [library, setLibrary] = useState<'image' | 'video' | null>(null);
  if (format === 'formatted') return null;
  return (
    <div className={mediaStyles.media}>
      {file !== null && <Tile file={file} alt={alt} isFixed={isFixed} onChange={onChange} />}
      {sending.current !== null && (
        <div className={mediaStyles.sending} role="group" aria-label={`Upload of ${sending.current.name}`}>
          <Text size="xs" truncate>
            {sending.current.name}
          </Text>
          <Progress value={sending.current.share * 100} size="sm" aria-label={`Upload of ${sending.current.name}`} />
          <button type="button" className={buttonsStyles.bare} onClick={sending.cancel}>
            Cancel
          </button>
        </div>
      )}
      {!isFixed && file === null && sending.current === null && (
        <button type="button" className={mediaStyles.add} onClick={() => input.current?.click()}>
          <Icon name="plus" size={18} />
          Add file
        </button>
      )}
      {!isFixed && (
        <div className={mediaStyles.sources}>
          <span>{file === null ? 'Drop or paste, or from' : 'Another one from'}</span>
          <span>
            {(['image', 'video'] as const).map((kind) => (
              <button key={kind} type="button" className={buttonsStyles.link} onClick={() => setLibrary(kind)}>
                {kind === 'image' ? 'Library' : 'Videos'}
              </button>
            ))}
            {file !== null && (
              <button type="button" className={buttonsStyles.link} onClick={() => input.current?.click()}>
                This computer
              </button>
            )}
          </span>
        </div>
      )}
      {sending.failure !== '' && (
        <Text size="sm" c="var(--bad-text)" role="alert">
          {sending.failure}
        </Text>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,video/mp4"
        aria-label="File of the post"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen) void sending.send(chosen);
        }}
      />
      <DialogFrame
        opened={library !== null}
        onClose={() => setLibrary(null)}
        title={library === 'video' ? 'Add a video' : 'Add a picture'}
        size="lg"
        above
      >
        <Suspense fallback={<Loader />}>
          {library !== null && (
            <LibraryChoice
              kind={library}
              chosen={file === null ? [] : [file.id]}
              empty="You do not have any uploads"
              onChoose={({ id, url, thumb, title, width, height, duration_ms, size_bytes }) => {
                onChange({
                  file: {
                    id,
                    kind: library,
                    name: title,
                    url,
                    thumbnail: thumb,
                    width,
                    height,
                    duration_ms,
                    size_bytes,
                  },
                  alt: '',
                });
                setLibrary(null);
              }}
            />
          )}
        </Suspense>
      </DialogFrame>
    </div>
  );
}

type TileProps = { file: PostFile; alt: string } & Pick<Props, 'isFixed' | 'onChange'>;

function Tile({ file, alt, isFixed, onChange }: TileProps) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const what = file.kind === 'video' ? 'video' : 'picture';
  return (
    <figure className={mediaStyles.tile}>
      {file.thumbnail !== null || file.kind === 'image' ? (
        <img src={file.thumbnail ?? file.url} alt="" />
      ) : (
        <Icon name="movie" size={28} />
      )}
      {!isFixed && (
        <CloseButton
          className={mediaStyles.removeFile ?? ''}
          size="xs"
          aria-label={`Remove ${file.name || `the ${what}`}`}
          onClick={() => onChange({ file: null, alt: '' })}
        />
      )}
      {file.kind === 'image' && (
        <Popover
          opened={opened}
          onChange={setOpened}
          position="top-start"
          width={320}
          trapFocus
          returnFocus
          zIndex={320}
        >
          <Popover.Target>
            <button
              type="button"
              className={mediaStyles.alt}
              data-missing={alt === '' || undefined}
              aria-label={alt === '' ? 'Describe this picture' : 'Change the description of this picture'}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <Icon name={alt === '' ? 'info-circle' : 'check'} size={12} />
              Alt
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <Textarea
              label="Description of the picture"
              description="For people who cannot see it. Networks read it out."
              autosize
              minRows={2}
              maxRows={6}
              maxLength={1000}
              readOnly={isFixed}
              value={alt}
              onChange={(event) => onChange({ alt: event.currentTarget.value })}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </figure>
  );
}
