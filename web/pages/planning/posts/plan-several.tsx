import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../api/session.ts';
import { counted } from '../../../lib/words.ts';
import { zoneLabel } from '../../../lib/when.ts';
import { paths } from '../../../paths.ts';
import { NewClient } from '../../../composer/new-client.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { ClientChoice } from '../../../parts/forms/client-choice.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { AccountsPicker } from './plan-several/accounts-picker.tsx';
import styles from './plan-several/plan-several.module.css';
import { RhythmPicker } from './plan-several/rhythm-picker.tsx';
import { SheetFoot } from './plan-several/sheet-foot.tsx';
import { SheetTable } from './plan-several/sheet-table.tsx';
import { useSheet } from './plan-several/use-sheet.ts';

/** `/plan-several`: a sheet of posts for one client, planned in one press. `client` in the address chooses it. */
export default function PlanSeveral() {
  const [search] = useSearchParams();
  const sheet = useSheet(search.get('client'));
  const mayAdd = useMay('manageClients');
  const input = useRef<HTMLInputElement>(null);
  const { clientId, accounts, rows } = sheet;
  return (
    <Page
      title="Plan several"
      above={[{ label: 'Schedule Content', to: paths.scheduler() }]}
      count={counted(rows.filter(({ standing }) => standing.kind !== 'blank').length, 'post')}
    >
      <div className={styles.tools}>
        {sheet.hasNoClients && mayAdd ? (
          <NewClient name="" onDone={sheet.chooseClient} onCancel={null} />
        ) : (
          <ClientChoice hidesLabel client={clientId ?? ''} onChoose={sheet.chooseClient} />
        )}
        {clientId !== null && (
          <>
            <AccountsPicker
              label="Accounts of all posts"
              accounts={accounts ?? []}
              chosen={sheet.chosen}
              onChoose={sheet.chooseAccounts}
              isWide
            />
            <RhythmPicker rhythm={sheet.rhythm} zone={sheet.zone} onChange={sheet.chooseRhythm} />
            <span className={styles.zone}>Times in {zoneLabel(sheet.zone)}</span>
          </>
        )}
        <Button
          variant="default"
          className={styles.import ?? ''}
          leftSection={<Icon name="upload" size={16} />}
          disabled={clientId === null}
          onClick={() => input.current?.click()}
        >
          Import CSV
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file) void sheet.importFile(file);
          }}
        />
      </div>
      {clientId === null ? (
        <EmptyState icon="users" text="For which client?" />
      ) : (
        <>
          <SheetTable sheet={sheet} />
          <SheetFoot sheet={sheet} />
        </>
      )}
    </Page>
  );
}
