import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import type { Data, Sent } from '#contract/index.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { ShareReport } from './share-report.tsx';
import styles from './report.module.css';

/** The actions on a report: print it, download it as PDF or CSV, share it with its client. */
export function Actions({ which, report }: { which: Sent<'client-report'>; report: Data<'client-report'> }) {
  const [sharing, setSharing] = useState(false);
  const csv = useAction('export-report', {
    quiet: true,
    onDone: ({ file_name: name, csv: text }) => saveFile(name, text, 'text/csv;charset=utf-8'),
  });
  return (
    <div className={styles.actions} data-print="no">
      <Button variant="default" leftSection={<Icon name="file-text" size={16} />} onClick={() => print()}>
        Print
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        loading={csv.busy}
        onClick={() => void csv.run(which)}
      >
        CSV
      </Button>
      <Button variant="default" leftSection={<Icon name="link" size={16} />} onClick={() => setSharing(true)}>
        {report.link === null ? 'Share with the client' : 'Shared'}
      </Button>
      <Pdf which={which} />
      <ShareReport which={which} report={report} opened={sharing} onClose={() => setSharing(false)} />
    </div>
  );
}

const every = 1000; // ms

function Pdf({ which }: { which: Sent<'client-report'> }) {
  const [watching, setWatching] = useState(false);
  const { data: pdf } = useCall('fetch-report-pdf', which, watching ? { every } : {});
  const make = useAction('make-report-pdf', { quiet: true, onDone: () => setWatching(true) });
  const download = useAction('download-report-pdf', { quiet: true, onDone: ({ url }) => location.assign(url) });
  const isMaking = pdf?.state === 'waiting' || pdf?.state === 'running';
  if (watching !== isMaking && pdf !== undefined && !make.busy) setWatching(isMaking);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="file-text" size={16} />}
        loading={make.busy}
        disabled={isMaking}
        onClick={() => void make.run(which)}
      >
        {isMaking ? 'Making the PDF…' : pdf?.state === 'ready' ? 'Make the PDF again' : 'Make a PDF'}
      </Button>
      {pdf?.state === 'ready' && (
        <Button
          leftSection={<Icon name="download" size={16} />}
          loading={download.busy}
          onClick={() => void download.run({ id: pdf.id })}
        >
          Download PDF ({pagesOf(pdf)})
        </Button>
      )}
      {isMaking && (
        <Progress.Root size="lg" className={styles.progress}>
          <Progress.Section value={Math.max(5, pdf.percent)} aria-label="The PDF is being made" />
        </Progress.Root>
      )}
      <p role="status" className={styles.pdfNote}>
        {pdf?.message ?? ''}
      </p>
    </>
  );
}

const pagesOf = ({ pages, size_bytes: size }: NonNullable<Data<'fetch-report-pdf'>>): string =>
  `${pages === 1 ? '1 page' : `${pages} pages`}, ${Math.max(0.1, (size ?? 0) / 1e6).toFixed(1)} MB`;
