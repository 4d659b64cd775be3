import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './two-step.module.css';

/** The light margin around the code, which readers need. Source: ISO/IEC 18004. */
const border = 4;

/**
 * A text as a QR code, drawn here, so that no other machine sees it. Dark on light in both colour schemes, because not
 * every reader accepts the reverse.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size: side, data } = encode(text, { ecc: 'M', border });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: side, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
