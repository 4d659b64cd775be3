import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBrand } from '../../theme/brand.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useUser } from '../../api/session.ts';
import { Icon } from '../icons/icon.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { CopyButton } from '../buttons/copy-button.tsx';
import styles from './two-step.module.css';

/** Recovery codes, which are shown only once, with ways to store them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const brand = useBrand();
  const user = useUser();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus({ preventScroll: true }), []); // the field that had the focus no longer exists
  const file =
    `Recovery codes of ${user.email} for ${brand.name}\nEach of them works once instead of the authenticator ` +
    `app.\n\n${codes.join('\n')}\n`;
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        Each of these works once instead of your app, if you lose your phone. Keep them in a safe place: they are not
        shown again.
      </p>
      <ul ref={list} tabIndex={-1} className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton what={{ text: codes.join('\n') }} label="Copy all recovery codes" size="sm">
          Copy all
        </CopyButton>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          onClick={() => saveFile('recovery-codes.txt', file, 'text/plain')}
        >
          Download
        </Button>
      </div>
      <div className={styles.end}>
        <SubmitButton busy={false} onClick={onDone}>
          I have kept them
        </SubmitButton>
      </div>
    </div>
  );
}
