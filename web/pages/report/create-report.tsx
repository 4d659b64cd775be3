import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { paths } from '../../paths.ts';
import { lastMonth, months, yearsUntil } from './address.ts';
import styles from './report-list.module.css';

/** The choice of a client's month, which leads to its report. */
export function CreateReport({
  client,
  onClose,
}: {
  client: { id: string; name: string } | null;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [{ month, year }, setChoice] = useState(() => lastMonth(new Date()));
  return (
    <DialogFrame opened={client !== null} onClose={onClose} title={`Report for ${client?.name ?? ''}`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (client !== null) void navigate(paths.generateReport({ id: client.id, month, year }));
        }}
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
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Generate Report</Button>
        </div>
      </form>
    </DialogFrame>
  );
}
