import { LayerTools } from './layer-tools.tsx';
import { TextTools } from './text-tools.tsx';

/** The tools of what is selected; they come after the canvas, where nothing is selected at first. */
export function SelectionTools() {
  return (
    <>
      <TextTools />
      <LayerTools />
    </>
  );
}
