import { Button, FileButton, Loader } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../api/call.ts';
import { sendFile } from '../../api/send-file.ts';
import { alertOops } from '../../parts/dialogs/dialogs.ts';
import { LibraryChoice } from '../../parts/library-choice/library-choice.tsx';
import { notify } from '../../parts/notices/notify.ts';
import { useEditor } from '../context.ts';
import editorStyles from '../image-editor.module.css';
import { addPicture } from './found-pictures.tsx';

const mostBytes = 5_000_000;

/** Uploads: PNG and JPEG under 5 MB, added to the canvas at once, and the agency's existing pictures. */
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
      await choose({ url: kept.url, title: file.name });
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
      <LibraryChoice
        kind="image"
        chosen={[]}
        empty="You do not have any uploads"
        onChoose={({ url, title }) => void choose({ url, title })}
      />
    </>
  );
}
