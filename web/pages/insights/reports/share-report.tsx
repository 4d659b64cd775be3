import { Button } from '@mantine/core';
import type { Data, Sent } from '#contract/index.ts';
import { useAction } from '../../../api/action.ts';
import { CopyButton } from '../../../parts/buttons/copy-button.tsx';
import { DialogFrame } from '../../../parts/dialogs/dialog-frame.tsx';
import { QrCode } from '../../../parts/two-step/qr-code.tsx';
import { When } from '../../../parts/display/when.tsx';
import { counted } from '../../../lib/words.ts';
import styles from './report.module.css';

type Props = {
  which: Sent<'client-report'>;
  report: Data<'client-report'>;
  opened: boolean;
  onClose: () => void;
};

/** The public page of a report for its client: its address, and a button to end it. */
export function ShareReport({ which, report: { link, client }, opened, onClose }: Props) {
  const make = useAction('make-report-link', { quiet: true });
  const end = useAction('end-report-link');
  return (
    <DialogFrame opened={opened} onClose={onClose} title={`Share with ${client.name}`} size="lg">
      {link === null ? (
        <>
          <p>
            A page of its own shows this report, always with the latest figures, to anyone who has its address. You can
            close it at any time. PDFs that you make from then on show the address as a QR code.
          </p>
          <Button loading={make.busy} onClick={() => void make.run(which)}>
            Open the page
          </Button>
        </>
      ) : (
        <div className={styles.share}>
          <QrCode text={link.url} label="The address of the page as a QR code" />
          <div>
            <p className={styles.address}>{link.url}</p>
            <p className={styles.hint}>
              {link.used === null ? (
                'Nobody has opened it yet.'
              ) : (
                <>
                  Opened {counted(link.uses, 'time')}, last <When at={link.used} within />.
                </>
              )}
            </p>
            <div className={styles.buttons}>
              <CopyButton what={{ text: link.url }}>Copy the address</CopyButton>
              <Button
                size="compact-md"
                variant="light"
                color="red"
                loading={end.busy}
                onClick={() => void end.run({ id: link.id })}
              >
                Close the page
              </Button>
            </div>
          </div>
        </div>
      )}
    </DialogFrame>
  );
}
