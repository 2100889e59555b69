import type { Locator } from '@playwright/test';

/** Red, green and blue, from 0 to 255. */
type Colour = number[];

/** Returns the computed value of a colour property, which must be opaque. */
export const colour = async (element: Locator, property: string): Promise<Colour> => {
  const value = await element.evaluate(
    (node, name) => getComputedStyle(node).getPropertyValue(name),
    property,
  );
  if (!value.startsWith('rgb(')) throw new Error(`${property} is ${value}.`);
  return (value.match(/[\d.]+/g) ?? []).map(Number);
};

/** Returns the relative luminance of WCAG 2, from 0 to 1. */
function luminance(rgb: Colour): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
