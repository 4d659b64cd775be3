/** What is put on the clipboard: plain text, and the same text formatted for receivers that accept it. */
export type Copied = { text: string; html?: string | null };

/**
 * Copies; returns whether it worked. If the browser denies this page the clipboard (no https), the `copy` command is
 * tried.
 */
export async function copy({ text, html = null }: Copied): Promise<boolean> {
  try {
    if (html !== null && typeof ClipboardItem === 'function') {
      const item = new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      });
      await navigator.clipboard.write([item]);
    } else {
      await navigator.clipboard.writeText(text);
    }
    return true;
  } catch {
    return copyBySelection({ text, html });
  }
}

/** Fills a copy event; a `copy` command works only during a press. */
function copyBySelection({ text, html }: { text: string; html: string | null }): boolean {
  let given = false;
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== null) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    given = true;
  };
  document.addEventListener('copy', give);
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without https
    return document.execCommand('copy') && given;
  } finally {
    document.removeEventListener('copy', give);
  }
}
