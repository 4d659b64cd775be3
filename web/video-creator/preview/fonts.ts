/** The fonts of the preview, opened when a text needs them. */
import { call } from '../../api/call.ts';
import {
  faceKey,
  needs,
  openFace,
  rangedFace,
  rangesOf,
  type Face,
  type FaceWish,
  type FontStack,
  type Ranges,
} from '#render/layout/index.ts';

type StackFile = { url: string; ranges: Ranges; slanted: boolean; emboldened: boolean };

/** The faces of families, whose files are opened as texts need them. */
export class FontShelf {
  readonly #lists = new Map<string, Promise<readonly StackFile[]>>();
  readonly #faces = new Map<string, Promise<Face>>();
  readonly #stacks = new Map<string, FontStack>();

  /** Opens what these texts need of their faces. Rejects if a file cannot be fetched; a further call retries it. */
  async open(texts: readonly { wish: FaceWish; text: string }[]): Promise<void> {
    const byFace = Map.groupBy(texts, ({ wish }) => faceKey(wish));
    await Promise.all(
      [...byFace].map(async ([key, [first, ...others]]) => {
        if (first === undefined) return;
        const files = await this.#listOf(first.wish);
        const text = [first, ...others].map((each) => each.text).join('');
        const wanted = files.filter(({ ranges }, index) => index === 0 || needs(ranges, text));
        const [face, ...further] = await Promise.all(wanted.map((file) => this.#faceOf(file)));
        const { slanted = false, emboldened = false } = files[0] ?? {};
        if (face !== undefined) this.#stacks.set(key, { faces: [face, ...further], slanted, emboldened });
      }),
    );
  }

  /** The open files of a face; undefined before the first ones are loaded. */
  stackOf(wish: FaceWish): FontStack | undefined {
    return this.#stacks.get(faceKey(wish));
  }

  #listOf(wish: FaceWish): Promise<readonly StackFile[]> {
    return kept(this.#lists, faceKey(wish), async () => {
      const { font: family, bold, italic } = wish;
      const { data } = await call('fetch-font-files', { family, bold, italic });
      return data.map(({ range, ...file }) => ({ ...file, ranges: rangesOf(range) }));
    });
  }

  #faceOf({ url, ranges }: StackFile): Promise<Face> {
    return kept(this.#faces, url, async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`a font file answered ${response.status}`);
      return rangedFace(openFace(new Uint8Array(await response.arrayBuffer()), url), ranges);
    });
  }
}

/** The value under a name, created on first use; a failure is not cached. */
function kept<T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name);
  if (known !== undefined) return known;
  const fresh = make();
  made.set(name, fresh);
  fresh.catch(() => made.delete(name));
  return fresh;
}
