import { Loader, Select, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { TemplateItem } from '#contract/content/brand-kits.ts';
import { templateKinds } from '#contract/content/templates.ts';
import { applyKit } from '#rules/design/apply-kit.ts';
import { resized } from '#rules/design/resize.ts';
import { emptyDesign, type Design } from '#rules/design/design.ts';
import { plainKit, type Kit } from '#rules/design/kit.ts';
import { useCall } from '../../api/queries.ts';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { notify } from '../../parts/notices/notify.ts';
import { useEditor, useEditorValue } from '../context.ts';
import { newId, type Editor } from '../document/editor.ts';
import { DesignPicture } from './design-picture.tsx';
import styles from './templates.module.css';

const named = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');

/** Templates: whole designs, searched by words and by purpose, in the brand of the open design. */
export function TemplatesPanel() {
  const { editor } = useEditor();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const [kind, setKind] = useState<TemplateItem['kind'] | null>(null);
  const found = useCall('fetch-templates', { search, ...(kind === null ? {} : { kind }) }, { keep: true });
  const kit = useEditorValue(({ history }) => brandOf(history.design));
  // The same objects while the brand is the same: each change of the canvas comes through here.
  const templates = useMemo(
    () => (found.data?.items ?? []).map((template) => ({ ...template, design: inKit(kit, template.design) })),
    [found.data, kit],
  );
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
              onClick={() => choose(editor, template.design)}
            >
              <DesignPicture design={template.design} width={158} />
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

/** The brand applied to a design; null if it has only the brand that templates are drawn in. */
const brandOf = ({ kit = null }: Design): Kit | null => (kit === null || kit.name === plainKit.name ? null : kit);
const inKit = (kit: Kit | null, template: Design): Design => (kit === null ? template : applyKit(template, kit));

/** Replaces the open design by a template; undo brings the design back. */
function choose(editor: Editor, wanted: Design): void {
  const { design } = editor.state().history;
  const sized = isUntouched(design) ? wanted : resized(wanted, sizeOf(design));
  editor.select([]);
  editor.change(() => ({ ...sized, layers: sized.layers.map((layer) => ({ ...layer, id: newId() })) }));
  if (design.layers.length > 0) notify.success('The template replaced your layers. Undo brings them back.');
}

/** An empty canvas that still has the default size: a template then sets its own. */
const isUntouched = ({ width, height, layers }: Design): boolean =>
  layers.length === 0 && width === emptyDesign.width && height === emptyDesign.height;
const sizeOf = ({ width, height }: Design) => ({ width, height });
