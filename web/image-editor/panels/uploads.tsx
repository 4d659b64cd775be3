import { Button, FileButton, Loader } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../api/call.ts';
import { sendFile } from '../../api/send-file.ts';
import { alertOops } from '../../parts/dialogs.ts';
import { notify } from '../../parts/notify.ts';
import { useEditor } from '../context.ts';
import editorStyles from '../image-editor.module.css';
import styles from './found.module.css';
import { addPicture } from './found-pictures.tsx';

/** What was uploaded since the page was opened; both Uploads tabs show it. */
const uploads: { url: string; thumb: string; title: string }[] = [];
const mostBytes = 5_000_000;

/** Uploads: PNG and JPEG under 5 MB, added to the canvas at once. */
export function UploadsPanel() {
  const { editor } = useEditor();
  const [progress, setProgress] = useState<number | null>(null);
  const choose = (upload: { url: string; title: string }) =>
    addPicture(editor, { image: upload.url, title: upload.title, boxes: null }, { covers: false });
  const upload = async (file: File | null) => {
    if (file === null) return;
    if (!/\.(png|jpe?g)$/i.test(file.name)) return alertOops('You have Selected Invalid File Type');
    if (file.size >= mostBytes) return alertOops('Max allowed size 5MB');
    setProgress(0);
    try {
      const { file: kept } = await sendFile(
        file,
        { file_type: 'image' },
        { signal: new AbortController().signal, onProgress: setProgress, waits: true },
      );
      if (kept === null) return;
      const added = { url: kept.url, thumb: kept.thumb ?? kept.url, title: file.name };
      if (!uploads.some(({ url }) => url === added.url)) uploads.unshift(added);
      await choose(added);
      notify.success('Uploaded Successfully');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 422 || error.status === 413) alertOops(error.message);
      else notify.danger(error.message);
    }
    setProgress(null);
  };
  return (
    <>
      <FileButton onChange={(file) => void upload(file)} accept="image/png,image/jpeg">
        {(props) => (
          <Button {...props} disabled={progress !== null}>
            Upload an image
          </Button>
        )}
      </FileButton>
      {progress !== null && (
        <p role="status" className={editorStyles.row}>
          <Loader size="sm" /> {Math.round(progress * 100)} %
        </p>
      )}
      {uploads.length === 0 && progress === null && <p>You do not have any uploads</p>}
      <div className={styles.pictures}>
        {uploads.map((each) => (
          <button
            key={each.url}
            type="button"
            className={styles.picture}
            aria-label={each.title}
            onClick={() => void choose(each)}
          >
            <img src={each.thumb} alt="" />
          </button>
        ))}
      </div>
    </>
  );
}
