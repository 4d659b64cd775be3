import { Button } from '@mantine/core';
import { useState } from 'react';
import { DialogFrame } from '../../../parts/dialogs/dialog-frame.tsx';
import styles from './account-data.module.css';
import { Card } from './card.tsx';
import { DeleteForm } from './delete-form.tsx';

/** Opens the dialog for the only action that cannot be undone. */
export function DeleteCard() {
  const [opened, setOpened] = useState(false);
  return (
    <Card
      id="delete-data"
      icon="trash"
      tone="bad"
      title="Delete My Data"
      text={
        'Deletes your agency with everything in it, for good: clients, content, plans, files, and everybody’s ' +
        'access, your own included. Posts that are out stay where they were published.'
      }
    >
      <div className={styles.buttons}>
        <Button color="red" variant="outline" h={40} onClick={() => setOpened(true)}>
          Delete My Data
        </Button>
      </div>
      <DialogFrame
        opened={opened}
        onClose={() => setOpened(false)}
        title="Delete everything?"
        size="lg"
        closesOutside={false}
      >
        <DeleteForm onClose={() => setOpened(false)} />
      </DialogFrame>
    </Card>
  );
}
