import { LayerTools } from './layer-tools.tsx';
import { TextTools } from './text-tools.tsx';

/** The tools of the selection; loaded after the canvas, because nothing is selected at first. */
export function SelectionTools() {
  return (
    <>
      <TextTools />
      <LayerTools />
    </>
  );
}
