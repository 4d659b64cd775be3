import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { AiTexts } from '../../../../parts/ai/ai-texts.tsx';
import { alertOops } from '../../../../parts/dialogs/dialogs.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import styles from './stream-editor.module.css';
import { TextField } from './text-field.tsx';
import { isBlank, blankDraft, withTexts, type TextDraft } from './text-drafts.ts';
import { sayCount } from '../../../../lib/words.ts';

type Props = {
  formatted: boolean;
  exists: boolean;
  drafts: readonly TextDraft[];
  onChange: (drafts: readonly TextDraft[]) => void;
  onSave: (drafts: readonly TextDraft[]) => void;
  busy: boolean;
};

/** The texts to be added to a stream, at least one. Before the stream exists, saving asks to create it first. */
export function TextPanel({ formatted, exists, drafts, onChange, onSave, busy }: Props) {
  const [checked, setChecked] = useState(false);
  const save = (form: HTMLFormElement) => {
    if (!exists)
      return alertOops(
        formatted
          ? 'Please create content stream before adding formatted text'
          : 'Please create content stream before adding text',
      );
    setChecked(true);
    if (drafts.every((draft) => !isBlank(draft, formatted))) onSave(drafts);
    else showFirstProblem(form);
  };
  const change = (key: string, part: Partial<TextDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      <Stack gap="md">
        <AiTexts formatted={formatted} onTexts={(texts) => onChange(withTexts(drafts, texts, formatted))} />
        {drafts.map((draft, index) => (
          <section key={draft.key} className={styles.textItem} aria-label={`Text ${index + 1}`}>
            <Group justify="space-between">
              <Title order={3} size="sm">
                Text {index + 1}
              </Title>
              {drafts.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove text ${index + 1}`}
                  onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
                >
                  <Icon name="trash" size={16} />
                </ActionIcon>
              )}
            </Group>
            <TextInput
              label="Title"
              description="Shown above the text; the heading on blogs. Optional."
              maxLength={300}
              value={draft.title}
              onChange={(event) => change(draft.key, { title: event.currentTarget.value })}
            />
            <TextField
              label="Text"
              formatted={formatted}
              value={draft.value}
              onChange={(value) => change(draft.key, { value })}
              error={checked && isBlank(draft, formatted) ? 'Text is required' : undefined}
            />
            {!formatted && (
              <Text size="sm" c="dimmed" ta="right" className="nums">
                {sayCount(draft.value.length)} characters
              </Text>
            )}
          </section>
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => onChange([...drafts, blankDraft()])}
          >
            Add another text
          </Button>
          <SubmitButton busy={busy}>Save</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
