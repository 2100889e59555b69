import { resolveImageUrl } from '../../../src/chat/message/imageUrl';
import { NotChecked, expectThat, type Duty } from '../duty';
import { isRelative, type Subject } from '../subject';

/** Minimum number of characters that differ between the names of two uploads. Random names differ in more. */
const RANDOM_CHARACTERS = 8;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';
const HTML = '<!doctype html><title>a</title>';

/** Fetches the image without a token, as a browser does. @throws NotChecked without a relative URL */
async function served({ relativeImage, options }: Subject): Promise<Response> {
  const imageUrl = await relativeImage();
  const url = imageUrl === null ? undefined : resolveImageUrl(options.url, imageUrl);
  if (url === undefined) throw new NotChecked('needs a relative imageUrl');
  return fetch(url, { redirect: 'manual' });
}

/** Expects that an upload is rejected. */
async function expectRejected(subject: Subject, content: string, name: string): Promise<void> {
  const { status, ok } = await subject.upload(content, name);
  expectThat(!ok, `status ${status}`);
}

export const UPLOAD: Duty<Subject>[] = [
  {
    name: 'upload: accepts a PNG in the part file, and responds with imageUrl',
    check: ({ image }) => image(),
  },
  {
    name: 'upload: imageUrl is relative',
    check: async ({ image }) => {
      const imageUrl = await image().catch(() => undefined);
      if (imageUrl === undefined) throw new NotChecked('needs an imageUrl');
      expectThat(isRelative(imageUrl), 'an absolute URL');
    },
  },
  {
    name: 'upload: {host}/{imageUrl} is the image, without a token',
    check: async (subject) => {
      const { status, ok, headers } = await served(subject);
      const type = headers.get('Content-Type') ?? 'no Content-Type';
      expectThat(ok, `status ${status}`);
      expectThat(type.startsWith('image/'), type);
    },
  },
  {
    name: 'upload: images have nosniff and a sandbox policy',
    check: async (subject) => {
      const { headers } = await served(subject);
      expectThat(headers.get('X-Content-Type-Options') === 'nosniff', 'no nosniff');
      const policy = headers.get('Content-Security-Policy') ?? '';
      expectThat(/\bsandbox\b/.test(policy), 'no sandbox in Content-Security-Policy');
    },
  },
  {
    name: 'upload: nobody can guess the name of an image',
    check: async ({ image, sameImage }) => {
      const names = await Promise.all([image(), sameImage()]).catch(() => undefined);
      if (!names) throw new NotChecked('needs an imageUrl');
      const [one, other] = names.map((name) => Array.from(name)) as [string[], string[]];
      const differing = one.filter((character, index) => character !== other[index]).length;
      expectThat(
        differing >= RANDOM_CHARACTERS,
        `two names that differ in ${differing} characters`,
      );
    },
  },
  {
    name: 'upload: rejects a page that is named as an image',
    check: (subject) => expectRejected(subject, HTML, 'a.png'),
  },
  { name: 'upload: rejects an SVG', check: (subject) => expectRejected(subject, SVG, 'a.svg') },
];
