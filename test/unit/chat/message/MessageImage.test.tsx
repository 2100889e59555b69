import { act, cleanup, fireEvent, render, screen } from '@testing-library/react/pure';
import { Provider } from 'react-redux';
import { ServicesContext } from '../../../../src/app/hooks';
import { MessageImage } from '../../../../src/chat/message/MessageImage';
import { makeChat } from '../../../support/stores/makeChat';

const { store, services } = makeChat();
const urlOf = (imageUrl: string) => `${services.host}/${imageUrl}`;
const image = () => screen.getByRole('img', { name: 'Şəkil' });
const link = () => screen.getByRole('link');

/** Renders the image of a message. @returns a function that changes its URL */
function show(imageUrl: string) {
  const element = (url: string) => (
    <Provider store={store}>
      <ServicesContext value={services}>
        <MessageImage imageUrl={url} />
      </ServicesContext>
    </Provider>
  );
  const { rerender } = render(element(imageUrl));
  return (changed: string) => rerender(element(changed));
}

afterEach(cleanup);

describe('MessageImage', () => {
  test('keeps a loaded image and links to its newest URL if only the query changes', () => {
    const change = show('a.png?signature=1');
    fireEvent.load(image());
    change('a.png?signature=2');
    expect(image()).toHaveAttribute('src', urlOf('a.png?signature=1'));
    expect(link()).toHaveAttribute('href', urlOf('a.png?signature=2'));
    expect(link()).toHaveAttribute('data-loaded', 'true');
    // A drag of the page's own image would show the overlay for dropped files.
    expect(image()).toHaveAttribute('draggable', 'false');
  });

  test.each([
    ['an image that is not loaded', 'a.png?signature=2', () => undefined],
    ['a broken image', 'a.png?signature=2', () => fireEvent.error(image())],
    ['another image', 'b.png?signature=1', () => fireEvent.load(image())],
  ])('loads %s from the newest URL', (_, imageUrl, end) => {
    const change = show('a.png?signature=1');
    end();
    change(imageUrl);
    expect(image()).toHaveAttribute('src', urlOf(imageUrl));
    expect(link()).toHaveAttribute('data-loaded', 'false');
  });

  test('loads a broken image again each time the browser comes online', () => {
    show('a.png');
    for (let time = 1; time <= 2; time += 1) {
      fireEvent.error(image());
      expect(link()).toHaveTextContent('Şəkil açılmadı');
      fireEvent(window, new Event('online'));
      expect(image()).toHaveAttribute('src', urlOf('a.png'));
    }
    fireEvent.load(image());
    fireEvent(window, new Event('online'));
    expect(link()).toHaveAttribute('data-loaded', 'true');
  });

  test('loads a broken image twice again by itself within ten seconds', () => {
    jest.useFakeTimers();
    show('a.png');
    for (let time = 1; time <= 2; time += 1) {
      fireEvent.error(image());
      expect(link()).toHaveTextContent('Şəkil açılmadı');
      act(() => jest.advanceTimersByTime(5_000));
      expect(image()).toHaveAttribute('src', urlOf('a.png'));
    }
    fireEvent.error(image());
    act(() => jest.advanceTimersByTime(60_000));
    expect(link()).toHaveTextContent('Şəkil açılmadı');
    jest.useRealTimers();
  });
});
