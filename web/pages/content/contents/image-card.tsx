import type { DesignContent } from '#contract/content/designs.ts';
import { useAction } from '../../../api/action.ts';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { paths } from '../../../paths.ts';
import { Card, type Selecting } from './card.tsx';

/** A design; it can be downloaded and pushed once the server has drawn its finished picture. */
export function ImageCard({ image, select }: { image: DesignContent; select: Selecting }) {
  const { id, name, thumbnail, picture, created } = image;
  const remove = useAction('delete-thumbnail');
  const extension = picture?.split('.').at(-1) ?? 'png';
  return (
    <Card
      name={name}
      created={created}
      picture={thumbnail ?? picture}
      icon="photo"
      select={select}
      editor={paths.imageCreator({ id })}
      download={picture === null ? null : { url: picture, name: `${name}.${extension}` }}
      onDelete={() =>
        confirmDelete({
          text: 'Do you want to delete this image',
          about: { name, words: picture === null ? '' : 'the finished picture stays in the library' },
          onConfirm: () => remove.run({ id }),
        })
      }
    />
  );
}
