const key = 'drafts tray';

/** Whether this person folded the drafts of the week, in this browser. Log-out clears the storage. */
export function isTrayFolded(): boolean {
  try {
    return localStorage.getItem(key) === 'folded';
  } catch {
    return false; // blocked storage
  }
}

/** Remembers whether the drafts of the week are folded. */
export function keepTrayFolded(isFolded: boolean): void {
  try {
    if (isFolded) localStorage.setItem(key, 'folded');
    else localStorage.removeItem(key);
  } catch {
    // full or blocked storage: they open unfolded next time
  }
}
