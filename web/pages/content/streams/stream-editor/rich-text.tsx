import '@mantine/tiptap/styles.css';
import { Button, Input, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { useUpload } from '../../../../video-creator/uploading.ts';
import { Picture } from './picture-node.ts';
import styles from './stream-editor.module.css';
import { TextPicture, type ChosenPicture } from './text-picture.tsx';

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https' },
    codeBlock: false,
    horizontalRule: false,
  }),
  Picture,
];

type Props = { label: string; value: string; onChange: (html: string) => void; error?: string | undefined };

/** An editor of formatted text (HTML). It adds 120 kB, so pages load it only for formatted streams. */
export default function RichText({ label, value, onChange, error }: Props) {
  const id = useId();
  const [choosing, setChoosing] = useState(false);
  const uploading = useUpload('image');
  const editor: Editor = useEditor({
    extensions,
    content: value,
    shouldRerenderOnTransaction: true,
    immediatelyRender: true,
    editorProps: {
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-required': 'true' },
      handlePaste: (_view, event) => takeFiles.current(event.clipboardData),
      handleDrop: (_view, event, _slice, moved) => !moved && takeFiles.current(event.dataTransfer),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  const add = (picture: ChosenPicture) => {
    setChoosing(false);
    addPicture(editor, picture);
  };
  const send = async (file: File): Promise<void> => {
    const kept = await uploading.send(file);
    if (kept !== null) add({ src: kept.url, alt: '', credits: [] });
  };
  const takeFiles = useRef<(data: DataTransfer | null) => boolean>(() => false);
  useEffect(() => {
    takeFiles.current = (data) => {
      const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (pictures.length > 0) void sendAll(pictures, send);
      return pictures.length > 0;
    };
  });

  return (
    <Input.Wrapper label={label} error={error} required labelElement="div">
      <RichTextEditor editor={editor} className={styles.richText} labels={{ linkEditorInputLabel: 'Enter URL' }}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          {/* Last, so that the field for an address covers no other row of the toolbar. */}
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link popoverProps={{ offset: 8 }} />
            <RichTextEditor.Unlink />
            <RichTextEditor.Control aria-label="Add a picture" title="Add a picture" onClick={() => setChoosing(true)}>
              <Icon name="photo-plus" size={16} />
            </RichTextEditor.Control>
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        {editor.isActive('picture') && <PictureWords editor={editor} />}
        <RichTextEditor.Content />
      </RichTextEditor>
      <TextPicture
        opened={choosing}
        uploading={uploading}
        onFile={(file) => void send(file)}
        onChoose={add}
        onClose={() => setChoosing(false)}
      />
    </Input.Wrapper>
  );
}

async function sendAll(files: readonly File[], send: (file: File) => Promise<void>): Promise<void> {
  for (const file of files) await send(file);
}

/** Inserts a picture after the block that contains the cursor, and the missing credits at the end. */
function addPicture(editor: Editor, { src, alt, credits }: ChosenPicture): void {
  const { selection } = editor.state;
  const behind = selection.empty && selection.$to.depth > 0 ? selection.$to.after(1) : selection.to;
  const said = editor.getText();
  const lines = [...new Set(credits)].filter((line) => !said.includes(line));
  editor
    .chain()
    .insertContentAt(behind, { type: 'picture', attrs: { src, alt } })
    .command(({ tr, commands }) =>
      commands.insertContentAt(
        tr.doc.content.size,
        lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
      ),
    )
    .setNodeSelection(behind)
    .focus()
    .run();
}

/** The alternative text of the selected picture. */
function PictureWords({ editor }: { editor: Editor }) {
  const alt: unknown = editor.getAttributes('picture')['alt'];
  const at = editor.state.selection.from;
  return (
    <div className={styles.pictureWords}>
      <TextInput
        size="xs"
        label="Alt text of the picture"
        maxLength={1000}
        value={typeof alt === 'string' ? alt : ''}
        onChange={(event) =>
          editor.chain().updateAttributes('picture', { alt: event.currentTarget.value }).setNodeSelection(at).run()
        }
        onKeyDown={(event) => {
          // The text is in a form, which this must not submit.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="trash" size={14} />}
        onClick={() => editor.chain().deleteSelection().focus().run()}
      >
        Remove picture
      </Button>
    </div>
  );
}
