import { Button, Progress } from '@mantine/core';
import type { DataExport } from '#contract/app/account-data.ts';
import { exportDays } from '#rules/account-data.ts';
import { Failure } from '../../../parts/states/failure.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useAction } from '../../../api/action.ts';
import { counted } from '../../../lib/words.ts';
import { sayDate } from '../../../lib/dates.ts';
import styles from './account-data.module.css';
import { Card } from './card.tsx';
import { exportWords, isBeingMade, sizeWords } from './words.ts';

/** Requests an archive of all data, shows its progress, and downloads it. */
export function DownloadCard({ made }: { made: DataExport | null }) {
  return (
    <Card
      id="download-data"
      icon="download"
      title="Download My Data"
      text={
        'Everything we keep for your agency in one ZIP file: pages to read without the internet, your pictures and ' +
        'videos, and every table for programs. Passwords and keys are never in it.'
      }
    >
      {made !== null && isBeingMade(made) ? <Making made={made} /> : <AtRest made={made} />}
    </Card>
  );
}

function Making({ made }: { made: DataExport }) {
  const cancel = useAction('cancel-data-export');
  const words = exportWords(made);
  return (
    <>
      <div className={styles.progress}>
        <Progress.Root size="lg">
          <Progress.Section
            value={made.percent}
            color="brand"
            aria-label="Putting your data together"
            aria-valuetext={`${made.percent}%, ${words}`}
          />
        </Progress.Root>
        <p role="status">
          <strong className="nums">{made.percent}%</strong> {words}…
        </p>
      </div>
      <p className={styles.hint}>You may leave this page: we mail you when the file is ready.</p>
      <div className={styles.buttons}>
        <Button variant="default" h={40} loading={cancel.busy} onClick={() => void cancel.run({ id: made.id })}>
          Cancel
        </Button>
      </div>
    </>
  );
}

function AtRest({ made }: { made: DataExport | null }) {
  const start = useAction('download-user-data');
  const fetch = useAction('download-data-export', {
    quiet: true,
    onDone: ({ url }) => follow(url),
  });
  const ready = made?.state === 'ready' ? made : null;
  return (
    <>
      {ready !== null && <Ready made={ready} />}
      {made?.state === 'failed' && <Failure message={made.message} />}
      {made?.state === 'expired' && (
        <p className={styles.hint}>
          The file of <When at={made.created} within /> has been deleted. A file can be downloaded for {exportDays}{' '}
          days.
        </p>
      )}
      {made?.state === 'cancelled' && <p className={styles.hint}>The last one was cancelled.</p>}
      <div className={styles.buttons}>
        {ready !== null && (
          <SubmitButton busy={fetch.busy} onClick={() => void fetch.run({ id: ready.id })}>
            <Icon name="download" size={16} />
            Download
          </SubmitButton>
        )}
        {ready === null ? (
          <SubmitButton busy={start.busy} onClick={() => void start.run({})}>
            Download My Data
          </SubmitButton>
        ) : (
          <Button variant="default" h={40} loading={start.busy} onClick={() => void start.run({})}>
            Make a new one
          </Button>
        )}
      </div>
    </>
  );
}

function Ready({ made }: { made: DataExport }) {
  return (
    <div className={styles.ready} role="status">
      <Icon name="check" size={18} />
      <p>
        <strong>Ready: {sizeWords(made.size_bytes ?? 0)}</strong>, with{' '}
        {counted(made.files, 'picture or video', 'pictures and videos')}. Asked for: <When at={made.created} within />.
        It can be downloaded until {sayDate(made.expires ?? '')}.
        {made.missing > 0 && (
          <> {counted(made.missing, 'file')} could not be found in our storage; the file says which.</>
        )}
      </p>
    </div>
  );
}

/** Opens an address that the browser saves as a file; the page stays. */
function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
