import { encode } from 'uqr';
import type { Report } from '#contract/insights/reports.ts';
import { columnWidth, ink, page, type Sheet } from './sheet.ts';
import { localTime, monthTitle } from '#rules/report-words.ts';

const qrSize = 84;

/** The head of the first page above the sections: the report's client, its month, and its address. */
export function drawHead(
  sheet: Sheet,
  { report, logo, address }: { report: Report; logo: Buffer | null; address: string | null },
): void {
  const { doc } = sheet;
  const top = sheet.y;
  const width = columnWidth - (address === null ? 0 : qrSize + 20);
  if (logo !== null) {
    sheet.element('Figure', () => doc.image(logo, page.margin, sheet.y, { fit: [180, 34] }), {
      alt: `Logo of ${report.agency.name}`,
    });
    sheet.y += 44;
  }
  const line = (kind: string, text: string, look: { size: number; weight?: 400 | 700; color?: string }): void => {
    const set = sheet.set(text, { ...look, width });
    sheet.element(kind, () => sheet.draw(set, { x: page.margin, y: sheet.y, width }));
    sheet.y += set.height + 2;
  };
  line('P', report.agency.name, { size: 11, color: ink.dim });
  line('H1', `Report for ${report.client.company || report.client.name}`, { size: 22, weight: 700 });
  line('P', `${monthTitle(report.month)} · times are those of ${report.timezone}`, { size: 11, color: ink.dim });
  line('P', `As of ${localTime(report.made_at, report.timezone)}`, { size: 9, color: ink.dim });
  if (address !== null) drawQr(sheet, { address, top });
  sheet.y = Math.max(sheet.y, top + (address === null ? 0 : qrSize + 26)) + 14;
}

function drawQr(sheet: Sheet, { address, top }: { address: string; top: number }): void {
  const { doc } = sheet;
  const { size, data } = encode(address, { ecc: 'M', border: 0 });
  const x = page.margin + columnWidth - qrSize;
  const side = qrSize / size;
  const link = sheet.group('Link');
  link.add(() => {
    for (const [row, squares] of data.entries())
      for (const [column, dark] of squares.entries())
        if (dark) doc.rect(x + column * side, top + row * side, side + 0.05, side + 0.05);
    doc.fillColor('#000000').fill();
    const words = sheet.set('Read it online', { size: 8, color: ink.dim, width: qrSize });
    sheet.draw(words, { x, y: top + qrSize + 5, width: qrSize });
  });
  sheet.leadTo(address, { x, y: top, width: qrSize, height: qrSize + 18, link });
  link.end();
}
