import { useState } from 'react';
import type { LibraryEntry } from '#contract/content/library.ts';
import { useFontFace } from '../../../lib/font-face.ts';
import { DialogFrame } from '../../../parts/dialogs/dialog-frame.tsx';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { wavePath } from './file-words.ts';
import styles from './library.module.css';

const icons = {
  image: 'photo',
  video: 'movie',
  audio: 'player-play',
  document: 'file-text',
  font: 'typography',
} as const satisfies Record<LibraryEntry['kind'], IconName>;

type Props = { file: LibraryEntry; title: string };

/** A file on its card: music can be played there, a picture or a video is shown in full on a press. */
export function FilePreview({ file, title }: Props) {
  const { kind, thumb, url } = file;
  const [opened, setOpened] = useState(false);
  if (kind === 'audio') return <Sound file={file} title={title} />;
  if (kind === 'font') return <Specimen url={url} title={title} />;
  const small = thumb === null ? <Icon name={icons[kind]} size={32} /> : <img src={thumb} alt="" loading="lazy" />;
  if (kind === 'document') return <div className={styles.picture}>{small}</div>;
  return (
    <>
      <button type="button" className={styles.picture} aria-label={`See ${title}`} onClick={() => setOpened(true)}>
        {small}
      </button>
      <DialogFrame opened={opened} onClose={() => setOpened(false)} title={title} size="60rem">
        {kind === 'video' ? (
          <video className={styles.whole} src={url} poster={thumb ?? undefined} controls autoPlay muted playsInline />
        ) : (
          <img className={styles.whole} src={url} alt={title} />
        )}
      </DialogFrame>
    </>
  );
}

function Sound({ file: { peaks, url }, title }: Props) {
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
}

/** A font's name, written in it once it is loaded. */
function Specimen({ url, title }: { url: string; title: string }) {
  const face = useFontFace(url);
  return (
    <div className={styles.picture}>
      <span className={styles.specimen} style={face === null ? undefined : { fontFamily: `"${face}"` }}>
        {title}
      </span>
    </div>
  );
}
