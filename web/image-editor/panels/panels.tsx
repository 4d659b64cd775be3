import { lazy, Suspense, useState, type ComponentType } from 'react';
import { loadPart } from '../../lib/load-code.ts';
import { Skeletons } from '../../parts/states/skeletons.tsx';
import { Icon, type IconName } from '../../parts/icons/icon.tsx';
import { useEditor, useEditorValue } from '../context.ts';
import styles from '../image-editor.module.css';
import { ColourField } from './fields.tsx';
import { FoundPictures } from './found-pictures.tsx';

/** Panels that are not shown at first are loaded when their tab is opened. */
const BorderPanel = lazy(() => loadPart(() => import('./border.tsx')).then((part) => ({ default: part.BorderPanel })));
const BrandPanel = lazy(() => loadPart(() => import('./brand.tsx')).then((part) => ({ default: part.BrandPanel })));
const CaptionsPanel = lazy(() =>
  loadPart(() => import('./captions.tsx')).then((part) => ({ default: part.CaptionsPanel })),
);
const GeneralPanel = lazy(() =>
  loadPart(() => import('./general.tsx')).then((part) => ({ default: part.GeneralPanel })),
);
const QuotesPanel = lazy(() => loadPart(() => import('./quotes.tsx')).then((part) => ({ default: part.QuotesPanel })));
const ShapesPanel = lazy(() => loadPart(() => import('./shapes.tsx')).then((part) => ({ default: part.ShapesPanel })));
const IconsPanel = lazy(() => loadPart(() => import('./icons.tsx')).then((part) => ({ default: part.IconsPanel })));
const TemplatesPanel = lazy(() =>
  loadPart(() => import('./templates.tsx')).then((part) => ({ default: part.TemplatesPanel })),
);
const TextPanel = lazy(() => loadPart(() => import('./text.tsx')).then((part) => ({ default: part.TextPanel })));
const UploadsPanel = lazy(() =>
  loadPart(() => import('./uploads.tsx')).then((part) => ({ default: part.UploadsPanel })),
);

type Part = { name: string; Panel: ComponentType };
type Tab = { name: string; icon: IconName; parts: readonly [Part, ...Part[]] };

function ColourPanel() {
  const { editor } = useEditor();
  const background = useEditorValue(({ history }) => history.design.background);
  return (
    <ColourField
      label="Background color"
      value={background}
      onChange={(colour) => editor.change((design) => ({ ...design, background: colour }), 'background')}
    />
  );
}

const tabs: readonly [Tab, ...Tab[]] = [
  {
    name: 'Images',
    icon: 'photo',
    parts: [
      { name: 'Library', Panel: () => <FoundPictures kind="image" /> },
      { name: 'Uploads', Panel: UploadsPanel },
      { name: 'Color', Panel: ColourPanel },
      { name: 'Meme', Panel: () => <FoundPictures kind="meme" /> },
    ],
  },
  { name: 'General', icon: 'settings', parts: [{ name: 'General', Panel: GeneralPanel }] },
  { name: 'Text', icon: 'typography', parts: [{ name: 'Text', Panel: TextPanel }] },
  { name: 'Quotes', icon: 'quote', parts: [{ name: 'Quotes', Panel: QuotesPanel }] },
  {
    name: 'Cinema',
    icon: 'movie',
    parts: [
      { name: 'Icons', Panel: () => <IconsPanel set="icon" /> },
      { name: 'Emoji', Panel: () => <IconsPanel set="emoji" /> },
      { name: 'Top & Bottom Layer', Panel: CaptionsPanel },
      { name: 'Uploads', Panel: UploadsPanel },
    ],
  },
  { name: 'Shapes', icon: 'sparkles', parts: [{ name: 'Shapes', Panel: ShapesPanel }] },
  { name: 'Border', icon: 'circle-dashed', parts: [{ name: 'Border', Panel: BorderPanel }] },
  { name: 'Templates', icon: 'layout-dashboard', parts: [{ name: 'Templates', Panel: TemplatesPanel }] },
  { name: 'Brand', icon: 'tag', parts: [{ name: 'Brand', Panel: BrandPanel }] },
];

/** The strip of tabs on the left, and the panel of the selected one. */
export function Panels() {
  const [tab, setTab] = useState(tabs[0]);
  const [part, setPart] = useState(tabs[0].parts[0]);
  const { Panel } = part;
  return (
    <div className={styles.left}>
      <div className={styles.strip} role="tablist" aria-label="What to add" aria-orientation="vertical">
        {tabs.map((each) => (
          <button
            key={each.name}
            type="button"
            role="tab"
            aria-selected={each === tab}
            className={styles.tab}
            onClick={() => {
              setTab(each);
              setPart(each.parts[0]);
            }}
          >
            <Icon name={each.icon} size={20} />
            {each.name}
          </button>
        ))}
      </div>
      <div className={styles.panel} role="tabpanel" aria-label={tab.name}>
        {tab.parts.length > 1 && (
          <div className={styles.parts} role="tablist" aria-label={tab.name}>
            {tab.parts.map((each) => (
              <button
                key={each.name}
                type="button"
                role="tab"
                aria-selected={each === part}
                className={styles.part}
                onClick={() => setPart(each)}
              >
                {each.name}
              </button>
            ))}
          </div>
        )}
        <Suspense fallback={<Skeletons rows={4} kind="form" />}>
          <Panel key={`${tab.name} ${part.name}`} />
        </Suspense>
      </div>
    </div>
  );
}
