import { Loader, Select, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { TemplateItem } from '#contract/kits.ts';
import { templateKinds } from '#contract/template.ts';
import { applyKit } from '#rules/design/apply-kit.ts';
import { resized } from '#rules/design/resize.ts';
import { emptyDesign, type Design } from '#rules/design/design.ts';
import { useCall } from '../../api/queries.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { notify } from '../../parts/notify.ts';
import { useEditor } from '../context.ts';
import { newId, type Editor } from '../document/editor.ts';
import { DesignPicture } from './design-picture.tsx';
import styles from './templates.module.css';

const named = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');

/** Templates: whole designs, found by words and by what they are for, in the kit of the open design. */
export function TemplatesPanel() {
  const { editor } = useEditor();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const [kind, setKind] = useState<TemplateItem['kind'] | null>(null);
  const found = useCall('fetch-templates', { search, ...(kind === null ? {} : { kind }) }, { keep: true });
  const templates = found.data?.items ?? [];
  return (
    <>
      <TextInput
        label="Search templates"
        placeholder="Offer, hiring, birthday"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Select
        label="Kind"
        placeholder="All kinds"
        data={templateKinds.map((each) => ({ value: each, label: named(each) }))}
        value={kind}
        clearable
        onChange={(value) => setKind(templateKinds.find((each) => each === value) ?? null)}
      />
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      <div className={styles.scroll} aria-busy={found.isFetching}>
        <div className={styles.templates}>
          {templates.map((template) => (
            <button
              key={template.id}
              type="button"
              className={styles.template}
              title={template.name}
              onClick={() => choose(editor, template)}
            >
              <DesignPicture design={inKitOf(editor, template.design)} width={158} />
              {template.name}
            </button>
          ))}
        </div>
        {found.isPending && <Loader size="sm" />}
        {found.data && templates.length === 0 && <p role="status">No template fits. Please try another word.</p>}
      </div>
    </>
  );
}

/** A template in the kit that the open design has. */
function inKitOf(editor: Editor, template: Design): Design {
  const { kit = null } = editor.state().history.design;
  return kit === null ? template : applyKit(template, kit);
}

/** Puts a template in the place of the open design, which undo brings back. */
function choose(editor: Editor, template: TemplateItem): void {
  const { design } = editor.state().history;
  const wanted = inKitOf(editor, template.design);
  const sized = isUntouched(design) ? wanted : resized(wanted, sizeOf(design));
  editor.select([]);
  editor.change(() => ({ ...sized, layers: sized.layers.map((layer) => ({ ...layer, id: newId() })) }));
  if (design.layers.length > 0) notify.success('The template took the place of what was here. Undo brings it back.');
}

/** A canvas of the size that every design begins with: a template brings its own. */
const isUntouched = ({ width, height, layers }: Design): boolean =>
  layers.length === 0 && width === emptyDesign.width && height === emptyDesign.height;
const sizeOf = ({ width, height }: Design) => ({ width, height });
