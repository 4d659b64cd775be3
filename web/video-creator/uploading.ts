/** Uploads the person's own files to the agency's library. */
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { refuseByName } from '#rules/uploads.ts';
import { CallError } from '../api/call.ts';
import { givenUp, sendFile } from '../api/send-file.ts';
import { alertOops } from '../parts/dialogs/dialogs.ts';
import { notify } from '../parts/notices/notify.ts';

/** An uploaded file. */
export type Uploaded = Data<'upload-file'>;
/** The purpose of an upload. */
export type UploadType = 'image' | 'logo' | 'watermark' | 'music';

/** Uploads one file at a time: `share` is 0 to 1 while it is in progress, otherwise null. */
export type Uploading = { share: number | null; send: (file: File) => Promise<Uploaded | null>; cancel: () => void };

/** Uploads files and resumes after a broken connection; a refusal is shown in a dialog, and the result is null. */
export function useUpload(type: UploadType): Uploading {
  const [share, setShare] = useState<number | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const send = async (file: File): Promise<Uploaded | null> => {
    const purpose = type === 'music' ? 'music' : 'libraryImage';
    const refusal = refuseByName(purpose, { fileName: file.name, sizeBytes: file.size });
    if (refusal !== null) {
      alertOops(messages[refusal]);
      return null;
    }
    const controller = new AbortController();
    setStop(controller);
    setShare(0);
    try {
      const { file: kept } = await sendFile(
        file,
        { file_type: type },
        { signal: controller.signal, onProgress: setShare, waits: true },
      );
      notify.success(type === 'music' ? 'Audio added successfully' : 'Uploaded Successfully');
      return kept;
    } catch (error) {
      if (controller.signal.aborted) return null;
      if (!(error instanceof CallError)) throw error;
      alertOops(error.message);
      return null;
    } finally {
      setShare(null);
      setStop(null);
    }
  };
  return { share, send, cancel: () => stop?.abort(givenUp) };
}
