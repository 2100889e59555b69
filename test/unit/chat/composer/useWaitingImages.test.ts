/** @jest-environment <rootDir>/test/screens/support/browserEnvironment.ts */
import { act, renderHook } from '@testing-library/react';
import { useWaitingImages } from '../../../../src/chat/composer/useWaitingImages';

const file = (name: string, type = 'image/png') => new File([], name, { type });

/** Renders the hook. */
function render() {
  const { result } = renderHook(useWaitingImages);
  return {
    add: (...files: File[]) => {
      act(() => {
        result.current.addFiles(files);
      });
    },
    remove: (index: number) => {
      const image = result.current.images[index];
      if (!image) throw new Error('No such image waits.');
      act(() => {
        result.current.removeImage(image);
      });
    },
    images: () => result.current.images,
    names: () => result.current.images.map((image) => image.file.name),
  };
}

describe('useWaitingImages', () => {
  test('has no image at first', () => {
    expect(render().images()).toEqual([]);
  });

  test('keeps images in the order in which they were added', () => {
    const { add, names } = render();
    add(file('a'), file('b'));
    add(file('c'));
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  test('skips files that are not images', () => {
    const { add, names } = render();
    add(file('a.pdf', 'application/pdf'), file('b'));
    expect(names()).toEqual(['b']);
  });

  test('removes one of two copies of a file', () => {
    const { add, remove, images } = render();
    const copy = file('a');
    add(copy, copy);
    const [, second] = images();
    remove(0);
    expect(images()).toEqual([second]);
  });
});
