import { PageAction } from '../../../parts/page/page.tsx';
import { useAction } from '../../../api/action.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { inputOf, type Filter } from './filter.ts';

/** Saves the filtered entries as a CSV file. */
export function ExportActivity({ filter }: { filter: Filter }) {
  const { run, busy } = useAction('export-activity', {
    quiet: true,
    onDone: ({ file_name, csv }) => saveFile(file_name, csv, 'text/csv;charset=utf-8'),
  });
  return (
    <PageAction icon="download" disabled={busy} onClick={() => void run(inputOf(filter))}>
      {busy ? 'Exporting…' : 'Export CSV'}
    </PageAction>
  );
}
