import { PageAction } from '../../../parts/page/page.tsx';
import { useAction } from '../../../api/action.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { ownZone } from '../../../lib/when.ts';
import type { FoundPosts } from './address.ts';

/** Saves the ledger of a month, or the posts behind a figure and a search, as a CSV file. */
export function ExportButton({
  what,
  month,
  clientId,
  place: bucket,
  search = '',
}: Partial<FoundPosts> & { month: string; what: 'figures' | 'deliveries' }) {
  const { run, busy } = useAction('export-ledger', {
    quiet: true,
    onDone: ({ file_name, csv }) => saveFile(file_name, csv, 'text/csv;charset=utf-8'),
  });
  const input = {
    what,
    month,
    timezone: ownZone(),
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...(bucket === undefined ? {} : { place: bucket }),
    ...(search.trim() === '' ? {} : { search }),
  };
  return (
    <PageAction icon="download" disabled={busy} onClick={() => void run(input)}>
      {busy ? 'Exporting…' : 'Export CSV'}
    </PageAction>
  );
}
