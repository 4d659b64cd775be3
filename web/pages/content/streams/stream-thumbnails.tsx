import type { Data } from '#contract/index.ts';
import { Thumbnail } from '../../../parts/display/thumbnail.tsx';
import { streamIcons } from './stream-icons.ts';
import styles from './streams.module.css';

type Props = {
  stream: Pick<Data<'fetch-streams'>['items'][number], 'thumbnails' | 'type' | 'items'>;
  /** px */ size?: number;
};

/** The first pictures of a stream, overlapping; the icon of its type if it has none. */
export function StreamThumbnails({ stream, size = 44 }: Props) {
  const shown = stream.thumbnails.slice(0, 3);
  if (shown.length === 0) return <Thumbnail src={null} alt="" size={size} icon={streamIcons[stream.type]} />;
  return (
    <span className={styles.pile}>
      {shown.map((src) => (
        <Thumbnail key={src} src={src} alt="" size={size} />
      ))}
    </span>
  );
}
