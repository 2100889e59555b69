import { encodePng } from './png';
import { circle, mix, paint, roundedBox, stroke, type Colour, type Layer } from './shapes';

const WIDTH = 640;
const HEIGHT = 420;
const WHITE: Colour = [255, 255, 255];
const INK: Colour = [214, 221, 233];
const SHADOW: Colour = [16, 24, 64];

/** The colours of a card: the two ends of its ground, and the tick's circle. */
const GROUNDS: readonly (readonly [from: Colour, to: Colour, accent: Colour])[] = [
  [
    [58, 96, 214],
    [122, 196, 232],
    [38, 166, 112],
  ],
  [
    [120, 72, 190],
    [238, 140, 156],
    [88, 86, 214],
  ],
  [
    [12, 124, 122],
    [150, 214, 152],
    [10, 132, 255],
  ],
];

const cache = new Map<number, Buffer>();

/** Draws the confirmation card that the automatic operator sends; the number picks its colours. */
export function drawCard(n: number): Buffer {
  const variant = n % GROUNDS.length;
  const card = cache.get(variant) ?? draw(variant);
  cache.set(variant, card);
  return card;
}

function draw(variant: number): Buffer {
  const [from, to, accent] = GROUNDS[variant] ?? [WHITE, INK, SHADOW];
  const layers = layersOf(accent);
  const rgb = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  let at = 0;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const ground = mix(from, to, (x / WIDTH + y / HEIGHT) / 2);
      rgb.set(
        layers.reduce((below, layer) => paint(below, layer, x, y), ground),
        at,
      );
      at += 3;
    }
  }
  return encodePng(WIDTH, HEIGHT, rgb);
}

function layersOf(accent: Colour): Layer[] {
  const crisp = { blur: 1, cover: 1 };
  return [
    { distance: circle(560, 40, 150), colour: WHITE, cover: 0.1, blur: 1 },
    { distance: circle(70, 400, 120), colour: WHITE, cover: 0.12, blur: 1 },
    { distance: roundedBox(130, 90, 380, 260, 28), colour: SHADOW, cover: 0.35, blur: 60 },
    { distance: roundedBox(130, 74, 380, 260, 28), colour: WHITE, ...crisp },
    { distance: circle(222, 164, 48), colour: accent, ...crisp },
    { distance: stroke([201, 166], [216, 181], 11), colour: WHITE, ...crisp },
    { distance: stroke([216, 181], [245, 149], 11), colour: WHITE, ...crisp },
    { distance: stroke([300, 142], [462, 142], 18), colour: accent, cover: 0.85, blur: 1 },
    { distance: stroke([300, 180], [420, 180], 14), colour: INK, ...crisp },
    { distance: stroke([180, 248], [462, 248], 14), colour: INK, ...crisp },
    { distance: stroke([180, 288], [372, 288], 14), colour: INK, ...crisp },
  ];
}
