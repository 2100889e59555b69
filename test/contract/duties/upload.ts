import { resolveImageUrl } from '../../../src/chat/message/imageUrl';
import { NotChecked, expectThat, isRelative, type Duties, type Subject } from '../subject';

/** Minimum number of characters that differ between the names of two uploads. Random names differ in more. */
const RANDOM_CHARACTERS = 8;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';
const HTML = '<!doctype html><title>a</title>';

/** Fetches the image without a token, as a browser does. @throws NotChecked without a relative URL */
async function served(subject: Subject): Promise<Response> {
  const imageUrl = await subject.relativeImage();
  const url = imageUrl === null ? undefined : resolveImageUrl(subject.options.url, imageUrl);
  if (url === undefined) throw new NotChecked('needs a relative imageUrl');
  return fetch(url, { redirect: 'manual' });
}

/** Returns a check that an upload is rejected. */
const rejects = (content: string, name: string) => async (subject: Subject) => {
  const { status, ok } = await subject.upload(content, name);
  expectThat(!ok, `status ${status}`);
};

/** Returns the URL of an image. @throws NotChecked if none can be uploaded */
const imageOf = (url: Promise<string>) =>
  url.catch(() => {
    throw new NotChecked('needs an imageUrl');
  });

export const UPLOAD: Duties = {
  'upload: accepts a PNG in the part file, and responds with imageUrl': ({ image }) => image(),
  'upload: imageUrl is relative': async ({ image }) =>
    expectThat(isRelative(await imageOf(image())), 'an absolute URL'),
  'upload: {host}/{imageUrl} is the image, without a token': async (subject) => {
    const { status, ok, headers } = await served(subject);
    const type = headers.get('Content-Type') ?? 'no Content-Type';
    expectThat(ok, `status ${status}`);
    expectThat(type.startsWith('image/'), type);
  },
  'upload: images have nosniff and a sandbox policy': async (subject) => {
    const { headers } = await served(subject);
    expectThat(headers.get('X-Content-Type-Options') === 'nosniff', 'no nosniff');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expectThat(/\bsandbox\b/.test(policy), 'no sandbox in Content-Security-Policy');
  },
  'upload: nobody can guess the name of an image': async (subject) => {
    const one = Array.from(await imageOf(subject.image()));
    const other = Array.from(await imageOf(subject.uploadImage()));
    const count = one.filter((character, index) => character !== other[index]).length;
    expectThat(count >= RANDOM_CHARACTERS, `two names that differ in ${count} characters`);
  },
  'upload: rejects a page that is named as an image': rejects(HTML, 'a.png'),
  'upload: rejects an SVG': rejects(SVG, 'a.svg'),
};
