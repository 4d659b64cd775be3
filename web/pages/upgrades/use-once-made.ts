import { useEffect } from 'react';
import type { UpgradeMaterial } from '#contract/upgrades.ts';

type Wish = {
  state: UpgradeMaterial['state'];
  isWanted: boolean;
  isBusy: boolean;
  onMade: () => Promise<unknown>;
  onFailed: () => void;
};

/** Goes on by itself with what was asked for, once it is made; lets go of it where it could not be made. */
export function useOnceMade({ state, isWanted, isBusy, onMade, onFailed }: Wish): void {
  useEffect(() => {
    if (!isWanted || isBusy) return;
    if (state === 'ready') void onMade();
    if (state === 'failed') onFailed();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the state, whatever else is new
  }, [isWanted, state]);
}
