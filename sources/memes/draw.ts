import { createCanvas, Image, type SKRSContext2D } from '@napi-rs/canvas';
import { emojiSvg } from '../emoji/emoji.ts';
import { darker, lighter, mix } from '../../generated/pictures/palette.ts';
import type { Size, TextBox } from '../source.ts';
import type { Template } from './templates.ts';

type Pen = SKRSContext2D;

/** A template without its texts, as a JPEG of a width (px); the height follows from its aspect ratio. */
export async function drawTemplate(template: Template, width: number): Promise<Uint8Array> {
  const size = { width, height: Math.round((width * template.height) / template.width) };
  const canvas = createCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, size.width, size.height);
  for (const panel of template.panels) paintPanel(pen, size, panel);
  for (const plate of template.plates) paintPlate(pen, size, plate);
  for (const actor of template.actors) await paintActor(pen, size, actor);
  return canvas.encode('jpeg', 90);
}

const inPx = ({ left, top, width, height }: TextBox, size: Size): TextBox => ({
  left: left * size.width,
  top: top * size.height,
  width: width * size.width,
  height: height * size.height,
});

function paintPanel(pen: Pen, size: Size, { color, style, ...part }: Template['panels'][number]): void {
  const { left, top, width, height } = inPx(part, size);
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, height);
  pen.clip();
  const fill = pen.createLinearGradient(0, top, 0, top + height);
  fill.addColorStop(0, lighter(color, 0.22));
  fill.addColorStop(1, darker(color, 0.12));
  pen.fillStyle = fill;
  pen.fillRect(left, top, width, height);
  pen.fillStyle = mix(color, '#ffffff', 0.3);
  pen.globalAlpha = 0.5;
  const middle = { x: left + width / 2, y: top + height / 2 };
  if (style === 'rays') {
    for (let ray = 0; ray < 14; ray += 1) {
      pen.beginPath();
      pen.moveTo(middle.x, middle.y);
      pen.arc(middle.x, middle.y, width + height, (ray / 7) * Math.PI, ((ray + 0.5) / 7) * Math.PI);
      pen.fill();
    }
  } else if (style === 'dots') {
    const step = size.height / 22;
    for (let row = 0; row * step < height; row += 1) {
      for (let x = (row % 2) * step * 0.5; x < width; x += step) {
        pen.beginPath();
        pen.arc(left + x, top + row * step, step * 0.12, 0, Math.PI * 2);
        pen.fill();
      }
    }
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = size.height / 160;
  pen.strokeRect(left, top, width, height);
  pen.restore();
}

/** A white plate for text, with the tail of a speech bubble on one side. */
function paintPlate(pen: Pen, size: Size, { tail, ...part }: Template['plates'][number]): void {
  const { left, top, width, height } = inPx(part, size);
  const radius = tail === 'none' ? size.height / 100 : size.height / 22;
  pen.save();
  pen.shadowColor = 'rgba(0,0,0,.22)';
  pen.shadowBlur = size.height / 70;
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(left, top, width, height, radius);
  if (tail !== 'none') {
    const x = left + width * (tail === 'left' ? 0.3 : 0.7);
    pen.moveTo(x - radius * 0.8, top + height - 1);
    pen.lineTo(x + (tail === 'left' ? -radius : radius), top + height + radius * 1.5);
    pen.lineTo(x + radius * 0.8, top + height - 1);
  }
  pen.fill();
  pen.restore();
}

async function paintActor(
  pen: Pen,
  size: Size,
  { icon, x, y, size: part, angle, isMirrored }: Template['actors'][number],
): Promise<void> {
  const svg = emojiSvg(icon);
  if (svg === undefined) throw new Error(`no emoji is drawn as ${icon}`);
  const side = part * size.height;
  const image = new Image();
  image.src = Buffer.from(
    svg.replace(/width="\d+" height="\d+"/, `width="${Math.ceil(side)}" height="${Math.ceil(side)}"`),
  );
  await image.decode();
  pen.save();
  pen.translate(x * size.width, y * size.height);
  pen.rotate(angle);
  if (isMirrored) pen.scale(-1, 1);
  pen.shadowColor = 'rgba(10,10,30,.3)';
  pen.shadowBlur = side / 12;
  pen.shadowOffsetY = side / 30;
  pen.drawImage(image, -side / 2, -side / 2, side, side);
  pen.restore();
}
