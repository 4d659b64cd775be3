import type { AiMonth } from '#contract/content/ai.ts';
import { sayMonth } from '../../../../lib/dates.ts';
import { sayCount } from '../../../../lib/words.ts';
import { dollars } from '../../../../parts/ai/cost-words.ts';
import { DataTable, type Column } from '../../../../parts/lists/data-table.tsx';

const columns: readonly Column<AiMonth>[] = [
  { key: 'month', label: 'Month', phone: 'name', cell: ({ month }) => sayMonth(month) },
  { key: 'requests', label: 'Requests', align: 'end', cell: ({ requests }) => sayCount(requests) },
  { key: 'in', label: 'Tokens in', align: 'end', cell: ({ input_tokens: tokens }) => sayCount(tokens) },
  { key: 'out', label: 'Tokens out', align: 'end', cell: ({ output_tokens: tokens }) => sayCount(tokens) },
  { key: 'cost', label: 'Estimated cost', phone: 'state', align: 'end', cell: ({ cost }) => dollars(cost) },
];

/** How the AI was used and what that cost, month by month. */
export const AiMonths = ({ months }: { months: readonly AiMonth[] }) => (
  <>
    <h3>Costs</h3>
    <DataTable
      label="AI costs"
      columns={columns}
      rows={months}
      rowKey={({ month }) => month}
      rowName={({ month }) => sayMonth(month)}
      empty={null}
    />
  </>
);
