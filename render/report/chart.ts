import { largestOf } from '#rules/numbers.ts';
import { columnWidth, ink, page, type Sheet } from './sheet.ts';
import { dayTitle, figure } from '#rules/report-words.ts';

const height = 120;
const bottom = 18;

/** A line of points over days; draws nothing for fewer than two days. `alt` describes it in words. */
export function drawGrowth(
  sheet: Sheet,
  { days, color, alt }: { days: readonly { day: string; points: number }[]; color: string; alt: string },
): void {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  sheet.room(height + 20);
  const { doc } = sheet;
  const top = sheet.y;
  const most = largestOf(
    days.map(({ points }) => points),
    1,
  );
  const [from, to] = [Date.parse(first.day), Date.parse(last.day)];
  const xOf = (day: string): number => page.margin + ((Date.parse(day) - from) / (to - from)) * columnWidth;
  const yOf = (points: number): number => top + (height - bottom) * (1 - points / most) + 2;
  sheet.element(
    'Figure',
    () => {
      doc
        .moveTo(page.margin, yOf(0))
        .lineTo(page.margin + columnWidth, yOf(0))
        .lineWidth(0.6)
        .strokeColor(ink.line)
        .stroke();
      doc.moveTo(xOf(first.day), yOf(0));
      for (const { day, points } of days) doc.lineTo(xOf(day), yOf(points));
      doc.lineTo(xOf(last.day), yOf(0)).fillColor(color, 0.12).fill();
      doc.fillOpacity(1).moveTo(xOf(first.day), yOf(first.points));
      for (const { day, points } of days.slice(1)) doc.lineTo(xOf(day), yOf(points));
      doc.lineWidth(1.6).strokeColor(color).stroke();
      const label = (text: string) => sheet.set(text, { size: 8, color: ink.dim, width: 120, most: 1 });
      sheet.draw(label(dayTitle(first.day)), { x: page.margin, y: top + height - bottom + 6 });
      sheet.draw(label(`${dayTitle(last.day)}: ${figure(last.points)} points`), {
        x: page.margin + columnWidth - 120,
        y: top + height - bottom + 6,
        width: 120,
        align: 'end',
      });
    },
    { alt },
  );
  sheet.y = top + height + 12;
}
