import { useEffect } from 'react';
import type { UpgradeMaterial } from '#contract/selling/upgrades.ts';

type Wish = {
  state: UpgradeMaterial['state'];
  isWanted: boolean;
  isBusy: boolean;
  onMade: () => Promise<unknown>;
  onFailed: () => void;
};

/** Continues a request once its file is made; drops it if the file could not be made. */
export function useOnceMade({ state, isWanted, isBusy, onMade, onFailed }: Wish): void {
  useEffect(() => {
    if (!isWanted || isBusy) return;
    if (state === 'ready') void onMade();
    if (state === 'failed') onFailed();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the state, whatever else is new
  }, [isWanted, state]);
}
