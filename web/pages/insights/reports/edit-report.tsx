import { ActionIcon, Checkbox, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Data, Sent } from '#contract/index.ts';
import { sectionNames } from '#rules/reports.ts';
import { useAction } from '../../../api/action.ts';
import { useMay } from '../../../api/session.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import styles from './report.module.css';

type Report = Data<'client-report'>;
type Section = Report['sections'][number];

type Props = { which: Sent<'client-report'>; report: Report; onClose: () => void };

/** The choices for a report: its texts, its sections and their order, and the agreement with the client. */
export function EditReport({ which, report, onClose }: Props) {
  const [introduction, setIntroduction] = useState(report.introduction);
  const [closing, setClosing] = useState(report.closing);
  const [sections, setSections] = useState(report.sections);
  const [postsAWeek, setPostsAWeek] = useState<number | string>(report.posts_a_week ?? '');
  const [mailMonthly, setMailMonthly] = useState(report.mail_monthly);
  const save = useAction('save-report');
  const settle = useAction('save-report-settings', { quiet: true });
  const isAgreedAnew =
    (postsAWeek === '' ? null : Number(postsAWeek)) !== report.posts_a_week || mailMonthly !== report.mail_monthly;
  const submit = async () => {
    const agreed = { posts_a_week: postsAWeek === '' ? null : Number(postsAWeek), mail_monthly: mailMonthly };
    if (isAgreedAnew && !(await settle.run({ id: which.id, ...agreed }))) return;
    if (await save.run({ ...which, introduction, closing, sections, version: report.version })) onClose();
  };
  return (
    <FormDialog
      title="Edit report"
      size="lg"
      closesOutside={false}
      busy={save.busy || settle.busy}
      onSave={() => void submit()}
      onClose={onClose}
    >
      <Textarea
        label="Introduction"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5000}
        value={introduction}
        error={save.errors['introduction']}
        onChange={(event) => setIntroduction(event.currentTarget.value)}
      />
      <Textarea
        label="Closing word"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={closing}
        error={save.errors['closing']}
        onChange={(event) => setClosing(event.currentTarget.value)}
      />
      <Sections sections={sections} onChange={setSections} hasEngagement={report.engagement !== null} />
      <NumberInput
        label="Posts a week agreed with this client"
        description="For all of its reports; leave it empty where nothing is agreed."
        min={1}
        max={1000}
        allowDecimal={false}
        value={postsAWeek}
        error={settle.errors['posts_a_week']}
        onChange={setPostsAWeek}
      />
      <Checkbox
        label="Mail each month’s report to this client"
        description="On the first of the next month at 09:00 in its time zone: a page that opens without signing in."
        checked={mailMonthly}
        onChange={(event) => setMailMonthly(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}

type SectionsProps = {
  sections: readonly Section[];
  onChange: (sections: Section[]) => void;
  hasEngagement: boolean;
};

function Sections({ sections, onChange, hasEngagement }: SectionsProps) {
  const maySeeProfit = useMay('profit');
  const move = (from: number, by: number) => {
    const moved = [...sections];
    const [one] = moved.splice(from, 1);
    if (one !== undefined) moved.splice(from + by, 0, one);
    onChange(moved);
  };
  return (
    <fieldset className={styles.sections}>
      <legend>Sections</legend>
      <ul>
        {sections.map(({ id, on }, at) => (
          <li key={id}>
            <Checkbox
              label={sectionNames[id]}
              checked={on}
              disabled={id === 'profit' && !on && !maySeeProfit}
              onChange={() => onChange(sections.map((each) => (each.id === id ? { id, on: !on } : each)))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${sectionNames[id]} up`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <Icon name="arrow-up" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${sectionNames[id]} down`}
              disabled={at === sections.length - 1}
              onClick={() => move(at, 1)}
            >
              <Icon name="arrow-down" size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        Profit is one line that everybody who reads the report sees, the client too. Only the owner can put it in, for
        this month alone.
      </p>
      {!hasEngagement && (
        <p className={styles.hint}>Engagement and best posts come with the unlimited plan, and stay out without it.</p>
      )}
    </fieldset>
  );
}
