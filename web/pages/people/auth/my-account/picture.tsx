import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { fileKinds, refuseByName, uploadLimits } from '#rules/uploads.ts';
import { alertOops } from '../../../../parts/dialogs/dialogs.ts';
import { Face } from '../../../../parts/display/face.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { useUser } from '../../../../api/session.ts';
import { CropDialog } from './crop-dialog.tsx';
import styles from './my-account.module.css';

const accept = uploadLimits.profileImage.kinds.map((kind) => fileKinds[kind].contentType).join(',');

/** The person's picture and a button to change it. */
export function Picture() {
  const user = useUser();
  const [file, setFile] = useState<File | null>(null);

  const take = (chosen: File | null) => {
    if (!chosen) return;
    const refusal = refuseByName('profileImage', { fileName: chosen.name, sizeBytes: chosen.size });
    if (refusal !== null) alertOops(messages[refusal]);
    else setFile(chosen);
  };
  return (
    <section className={`${styles.panel} ${styles.picture}`} aria-labelledby="picture-heading">
      <Face name={user.name} image={user.image} size={112} />
      <div>
        <h2 id="picture-heading">Profile picture</h2>
        <p className={styles.hint}>PNG or JPEG under 5 MB. It is shown beside your name.</p>
        <FileButton onChange={take} accept={accept} inputProps={{ 'aria-label': 'Choose a picture' }}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="photo-plus" size={16} />}>
              {user.image === null ? 'Add a picture' : 'Change the picture'}
            </Button>
          )}
        </FileButton>
      </div>
      {file && <CropDialog file={file} onClose={() => setFile(null)} />}
    </section>
  );
}
