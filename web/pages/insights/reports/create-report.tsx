import { Select } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { paths } from '../../../paths.ts';
import { lastMonth, months, yearsUntil } from './address.ts';
import styles from './report-list.module.css';

type Props = { client: { id: string; name: string }; onClose: () => void };

/** The choice of a client's month, which opens its report. */
export function CreateReport({ client, onClose }: Props) {
  const navigate = useNavigate();
  const [{ month, year }, setChoice] = useState(() => lastMonth(new Date()));
  return (
    <FormDialog
      title={`Report for ${client.name}`}
      size="sm"
      busy={false}
      action="Generate Report"
      onSave={() => void navigate(paths.generateReport({ id: client.id, month, year }))}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <Select
          label="Year"
          data={yearsUntil(new Date())}
          value={year}
          allowDeselect={false}
          onChange={(value) => setChoice((before) => ({ ...before, year: value ?? before.year }))}
        />
        <Select
          label="Month"
          data={months}
          value={month}
          allowDeselect={false}
          onChange={(value) => setChoice((before) => ({ ...before, month: value ?? before.month }))}
        />
      </div>
    </FormDialog>
  );
}
