import { Button, FileButton } from '@mantine/core';
import { messages } from '#contract/messages.ts';
import { refuseByName } from '#rules/uploads.ts';
import { alertOops } from '../../../parts/dialogs/dialogs.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { LeaveGuard } from '../../../parts/dialogs/leave-guard.tsx';
import { UnfinishedUploads } from '../../../parts/uploads/unfinished-uploads.tsx';
import { UploadRows } from '../../../parts/uploads/upload-rows.tsx';
import { library, useUploads } from '../../../parts/uploads/use-uploads.ts';
import styles from './library.module.css';

/** Why a file cannot go into the library, in words; null if it can. Videos are made here, or uploaded to streams. */
function refusalOf({ name, size }: File): string | null {
  const isMusic = refuseByName('music', { fileName: name, sizeBytes: null }) === null;
  const refusal = refuseByName(isMusic ? 'music' : 'libraryImage', { fileName: name, sizeBytes: size });
  return refusal && messages[refusal];
}

/** Uploads the person's own pictures and music to the library. */
export function LibraryUpload() {
  const uploads = useUploads({ streamId: library, itemCount: 0 });
  const take = (files: readonly File[]) => {
    const judged = files.map((file) => ({ file, refusal: refusalOf(file) }));
    const refusals = new Set(judged.flatMap(({ refusal }) => refusal ?? []));
    if (judged.length > 0) uploads.add(judged);
    if (refusals.size > 0) alertOops([...refusals].join('. '));
  };
  return (
    <div className={styles.upload}>
      <p className={styles.uploadLine}>
        <FileButton multiple accept=".jpg,.jpeg,.png,.mp3,.wav" onChange={take} inputProps={{ 'aria-label': 'Files' }}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
              Upload files
            </Button>
          )}
        </FileButton>
        <span className={styles.hint}>JPG and PNG under 5 MB, MP3 and WAV under 10 MB</span>
      </p>
      <LeaveGuard when={uploads.busy} />
      <UploadRows uploads={uploads} />
      <UnfinishedUploads />
    </div>
  );
}
