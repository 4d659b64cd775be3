import { Button, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../../../parts/buttons/copy-button.tsx';
import { DialogFrame } from '../../../../../parts/dialogs/dialog-frame.tsx';
import { FormDialog } from '../../../../../parts/dialogs/form-dialog.tsx';
import { useAction } from '../../../../../api/action.ts';
import editor from '../client-editor.module.css';
import styles from './connect-links.module.css';

type Props = { client: { id: string; name: string; email: string }; onClose: () => void };

const lives = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];
const daysOf = (value: string) => (value === '1' ? 1 : value === '30' ? 30 : 7);

/**
 * The dialog that creates a connect link: how long it is valid, and whether it is mailed or shown once to be copied.
 */
export function NewLink({ client, onClose }: Props) {
  const [days, setDays] = useState('7');
  const [way, setWay] = useState('copy');
  const [url, setUrl] = useState<string | null>(null);
  const make = useAction('make-connect-link', {
    onDone: (made) => {
      setUrl(made.url);
      if (made.url === null) onClose();
    },
  });
  if (url !== null) {
    return (
      <DialogFrame opened onClose={onClose} title="Copy this link" closesOutside={false}>
        <div className={editor.form}>
          <TextInput
            label={`Connect link for ${client.name}`}
            readOnly
            value={url}
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className={styles.note}>
            It is shown only now, and we keep no readable copy. Anyone who has it can connect accounts for {client.name}
            , so send it to nobody else.
          </p>
          <div className={editor.end}>
            <CopyButton what={{ text: url }}>Copy link</CopyButton>
            <Button variant="default" h={40} onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      </DialogFrame>
    );
  }
  return (
    <FormDialog
      title="Make a connect link"
      busy={make.busy}
      action={way === 'mail' ? 'Mail the link' : 'Make the link'}
      failure={make.failure}
      onSave={() => void make.run({ client_id: client.id, days: daysOf(days), send: way === 'mail' })}
      onClose={onClose}
    >
      <Radio.Group label="It works for" value={days} onChange={setDays}>
        <div className={styles.lives}>
          {lives.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group label="How does it get there?" value={way} onChange={setWay}>
        <div className={editor.kinds}>
          <Radio value="copy" label="I send it myself" description="It is shown once, to be copied" />
          <Radio
            value="mail"
            label={`Mail it to ${client.email}`}
            description="Then nobody else sees it, you included"
          />
        </div>
      </Radio.Group>
    </FormDialog>
  );
}
