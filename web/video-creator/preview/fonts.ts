/** The fonts of the preview, opened when a text needs them. */
import { call } from '../../api/call.ts';
import {
  faceKey,
  fallbacksNeeded,
  mayNeedFallbacks,
  needs,
  openFace,
  rangedFace,
  rangesOf,
  type Face,
  type FaceWish,
  type FontStack,
  type FallbackFont,
  type Ranges,
} from '#render/layout/index.ts';
import { loadFallbackFonts } from '../../lib/load-fallback-fonts.ts';

type StackFile = { url: string; ranges: Ranges; slanted: boolean; emboldened: boolean };

/** The faces of families, whose files are opened as texts need them. */
export class FontShelf {
  readonly #lists = new Map<string, Promise<readonly StackFile[]>>();
  readonly #faces = new Map<string, Promise<Face>>();
  readonly #stacks = new Map<string, FontStack>();
  #fallbackFonts: readonly FallbackFont[] = [];
  readonly #fallbackFaces = new Map<string, Face>();

  /** Opens what these texts need of their faces. Rejects if a file cannot be fetched; a further call retries it. */
  async open(texts: readonly { wish: FaceWish; text: string }[]): Promise<void> {
    await this.#openFallbacks(texts);
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

  /** The open files of a face for a text; undefined before all of them are loaded. */
  stackOf(wish: FaceWish, text: string): FontStack | undefined {
    const stack = this.#stacks.get(faceKey(wish));
    if (stack === undefined || !mayNeedFallbacks(text)) return stack;
    if (this.#fallbackFonts.length === 0) return undefined;
    const needed = fallbacksNeeded(this.#fallbackFonts, { text, isBold: wish.bold });
    const faces = needed.flatMap((name) => this.#fallbackFaces.get(name) ?? []);
    return faces.length < needed.length ? undefined : { ...stack, faces: [...stack.faces, ...faces] };
  }

  /** Opens the files of further scripts that texts need. */
  async #openFallbacks(texts: readonly { wish: FaceWish; text: string }[]): Promise<void> {
    const further = texts.filter(({ text }) => mayNeedFallbacks(text));
    if (further.length === 0) return;
    this.#fallbackFonts = await loadFallbackFonts();
    const names = further.flatMap(({ wish, text }) =>
      fallbacksNeeded(this.#fallbackFonts, { text, isBold: wish.bold }),
    );
    await Promise.all(
      [...new Set(names)].map(async (name) => {
        this.#fallbackFaces.set(name, await kept(this.#faces, name, () => openedFace(`/fonts/${name}.ttf`)));
      }),
    );
  }

  #listOf(wish: FaceWish): Promise<readonly StackFile[]> {
    return kept(this.#lists, faceKey(wish), async () => {
      const { font: family, bold, italic } = wish;
      const { data } = await call('fetch-font-files', { family, bold, italic });
      return data.map(({ range, ...file }) => ({ ...file, ranges: rangesOf(range) }));
    });
  }

  #faceOf({ url, ranges }: StackFile): Promise<Face> {
    return kept(this.#faces, url, async () => rangedFace(await openedFace(url), ranges));
  }
}

async function openedFace(url: string): Promise<Face> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`a font file answered ${response.status}`);
  return openFace(new Uint8Array(await response.arrayBuffer()), url);
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
