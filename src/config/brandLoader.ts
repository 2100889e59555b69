import type { LoaderContext } from 'webpack';
import { brandPng, brandText, type Brand } from './brand';

/** Webpack loader that inserts the brand, its options, into an icon or the manifest. */
export default function brandLoader(this: LoaderContext<Brand>, content: Buffer): string | Buffer {
  const brand = this.getOptions();
  return this.resourcePath.endsWith('.png')
    ? brandPng(content, brand)
    : brandText(content.toString(), brand);
}

/** Makes webpack pass the content as a Buffer. */
export const raw = true;
