import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { alertOops } from '../../../../parts/dialogs/dialogs.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../../api/action.ts';
import { useUser } from '../../../../api/session.ts';
import { CropFrame } from './crop-frame.tsx';
import { middleOf, mostZoom, zoomedTo, type Crop, type Size } from './crop.ts';
import styles from './my-account.module.css';
import { squareFile } from './square-file.ts';

/** Lets the person choose the square of a picture, and uploads only that. */
export function CropDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const user = useUser();
  const [address, setAddress] = useState('');
  const [size, setSize] = useState<Size | null>(null);
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, zoom: 1 });
  const picture = useRef<HTMLImageElement>(null);
  const save = useAction('change-image', { onDone: onClose });
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const broken = () => {
    onClose();
    alertOops(messages.unreadableImage);
  };
  const send = async () => {
    if (!picture.current || !size) return;
    const square = await squareFile(picture.current, { crop, size, file });
    if (square === null) broken();
    else await save.run({ user_id: user.id }, { file: { field: 'file', content: square } });
  };
  return (
    <DialogFrame opened onClose={onClose} title="Your picture" closesOutside={false}>
      <div className={styles.cropper}>
        {address !== '' && (
          <CropFrame
            address={address}
            picture={picture}
            size={size}
            crop={crop}
            onCrop={setCrop}
            onBroken={broken}
            onSize={(found) => {
              setSize(found);
              setCrop(middleOf(found));
            }}
          />
        )}
        <p className={styles.hint}>Drag the picture, or move it with the arrow keys.</p>
        <label className={styles.zoom}>
          <Icon name="search" size={16} />
          <span>Zoom</span>
          <input
            type="range"
            min={1}
            max={mostZoom}
            step={0.01}
            value={crop.zoom}
            disabled={!size}
            onChange={(event) => {
              if (size) setCrop(zoomedTo(crop, event.currentTarget.valueAsNumber, size));
            }}
          />
        </label>
        <div className={styles.end}>
          <Button h={40} variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy={save.busy} disabled={!size} onClick={() => void send()}>
            Use this picture
          </SubmitButton>
        </div>
      </div>
    </DialogFrame>
  );
}
