import { Button, FileButton, Progress } from '@mantine/core';
import { Icon } from '../../parts/icons/icon.tsx';
import { useUpload, type Uploaded, type UploadType } from '../uploading.ts';
import styles from './panels.module.css';

type Props = { type: UploadType; children: string; hint: string; onDone: (file: Uploaded) => void };

const accepts = (type: UploadType): string =>
  type === 'music' ? 'audio/mpeg,audio/wav,.mp3,.wav' : 'image/png,image/jpeg';

/** Chooses and uploads a file, and shows its progress. */
export function UploadButton({ type, children, hint, onDone }: Props) {
  const { share, send, cancel } = useUpload(type);
  const take = async (file: File | null) => {
    const uploaded = file && (await send(file));
    if (uploaded) onDone(uploaded);
  };
  return (
    <div
      className={styles.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0] ?? null);
      }}
    >
      <FileButton accept={accepts(type)} onChange={(file) => void take(file)} inputProps={{ 'aria-label': children }}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />} disabled={share !== null}>
            {children}
          </Button>
        )}
      </FileButton>
      <small>{hint}</small>
      {share !== null && (
        <div className={styles.progress}>
          <Progress value={share * 100} aria-label="Upload" />
          <Button size="compact-xs" variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}
