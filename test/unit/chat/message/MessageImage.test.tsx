import { render, screen } from '@testing-library/react/pure';
import { MessageImage } from '../../../../src/chat/message/MessageImage';
import { ImageHost } from '../../../../src/ui/ImageHost';
import { HOST } from '../../../support/stores/makeChat';

test('MessageImage aborts the request of its image when the row is removed', async () => {
  const { unmount } = render(
    <ImageHost value={HOST}>
      <MessageImage imageUrl="uploads/a.png" />
    </ImageHost>,
  );
  const image = screen.getByRole('img');
  // The request begins in a microtask.
  await Promise.resolve();
  expect(image).toHaveAttribute('src', `${HOST}/uploads/a.png`);
  unmount();
  expect(image).not.toHaveAttribute('src');
});
