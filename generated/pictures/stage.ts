import { createCanvas, type Canvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../seed.ts';
import type { Palette } from './palette.ts';

/** The drawing context of a scene; its unit is 1/720 of the picture's height. */
export type Pen = SKRSContext2D;

/** A full turn in radians. */
export const turn = Math.PI * 2;

/**
 * What a scene is drawn on. `width` and `height` are in units of the pen (height is always 720); `scale` is px per
 * unit. `random` and `actors` (images of emoji, possibly none) define the picture: equal ones give an equal picture at
 * any size.
 */
export type Stage = {
  width: number;
  height: number;
  scale: number;
  random: Random;
  palette: Palette;
  actors: readonly Image[];
};

/**
 * A kind of picture. It prepares what does not move, then draws the instant `t` (0 to 1). Everything moves by whole
 * periods, so that `t` 1 equals `t` 0.
 */
export type Scene = (stage: Stage) => (pen: Pen, t: number) => void;

/** A part of a picture that does not move, drawn once; `paint` puts it in position. */
export function still(stage: Stage, draw: (pen: Pen) => void): { paint: (pen: Pen) => void; canvas: Canvas } {
  const canvas = createCanvas(Math.ceil(stage.width * stage.scale), Math.ceil(stage.height * stage.scale));
  const pen = canvas.getContext('2d');
  pen.scale(stage.scale, stage.scale);
  draw(pen);
  return { canvas, paint: (to) => to.drawImage(canvas, 0, 0, canvas.width / stage.scale, canvas.height / stage.scale) };
}

/** A number that swings between -1 and 1 in whole periods of the loop. */
export const swing = (t: number, phase = 0, periods = 1): number => Math.sin(turn * (periods * t + phase));

/**
 * The fractional part of a number, never negative: the position of something that leaves on one side and enters on the
 * other.
 */
export const wrap = (value: number): number => value - Math.floor(value);
