// Taken out once: these run for every point of a picture, and Math.hypot is slow.
const { abs, max, min, sqrt } = Math;
const length = (dx: number, dy: number): number => sqrt(dx * dx + dy * dy);

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** How far a point is outside of a shape, negative inside; in pixels. */
type Distance = (x: number, y: number) => number;

/** A shape with its colour and how much it covers what is below, from 0 to 1. */
export interface Layer {
  readonly distance: Distance;
  readonly colour: Colour;
  readonly cover: number;
  /** Pixels over which the edge fades; 1 is a crisp edge. */
  readonly blur: number;
}

/** A filled circle. */
export function circle(cx: number, cy: number, radius: number): Distance {
  return (x, y) => length(x - cx, y - cy) - radius;
}

/** A filled rectangle with round corners. */
export function roundedBox(
  left: number,
  top: number,
  width: number,
  height: number,
  radius: number,
): Distance {
  return (x, y) => {
    const dx = abs(x - left - width / 2) - width / 2 + radius;
    const dy = abs(y - top - height / 2) - height / 2 + radius;
    const outside = length(max(dx, 0), max(dy, 0));
    return outside + min(max(dx, dy), 0) - radius;
  };
}

/** A line with round ends. */
export function stroke(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  width: number,
): Distance {
  const lengthSquared = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  return (x, y) => {
    const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / lengthSquared;
    const t = min(max(along, 0), 1);
    return length(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)) - width / 2;
  };
}

/** Paints a layer over a colour at one point. */
export function paint(below: Colour, layer: Layer, x: number, y: number): Colour {
  const edge = min(max(0.5 - layer.distance(x, y) / layer.blur, 0), 1);
  return edge === 0 ? below : mix(below, layer.colour, edge * layer.cover);
}

/** A colour between two. */
export function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
