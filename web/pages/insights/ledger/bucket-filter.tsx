import { Select } from '@mantine/core';
import { bucketNames, ledgerBuckets, type LedgerBucket } from '#rules/ledger.ts';

const buckets = ledgerBuckets.map((value) => ({ value, label: bucketNames[value] }));

type Props = { value: LedgerBucket | undefined; onChange: (bucket: string | null) => void };

/** Filters posts by a bucket of the ledger. */
export const BucketFilter = ({ value, onChange }: Props) => (
  <Select
    aria-label="State"
    placeholder="Every state"
    data={buckets}
    value={value ?? null}
    clearable
    clearButtonProps={{ 'aria-label': 'Show every state' }}
    onChange={onChange}
  />
);
