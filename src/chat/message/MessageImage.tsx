import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppSelector, useServices } from '../../app/hooks';
import { withoutQuery } from '../../contract/message';
import { chatStrings } from '../../ui/chatStrings';
import { selectImageUrl } from '../../messages/messagesSlice';
import { useWindowEvents } from '../../ui/useWindowEvents';
import type { ImageSize } from '../../platform/imageFiles';
import { selectSentImage } from '../../messages/sendingSlice';
import { runLater } from '../../platform/timers';
import { resolveImageUrl } from './imageUrl';
import styles from './MessageItem.module.css';
import { BROKEN, thumbnailOf, UNKNOWN, whenNoLayoutShift } from './thumbnail';

/** Maximum width of a still image, in device pixels: a thumbnail at a pixel ratio of 3. */
const STILL_WIDTH = 540;
/** Number of times that a broken image is loaded again by itself, and the delay before each, in ms. */
const RETRIES = 2;
const RETRY_DELAY = 4_000;

/** The first frame of a loaded image, which may be animated. */
function Still({ image, style }: { image: HTMLImageElement; style: CSSProperties }) {
  const draw = (canvas: HTMLCanvasElement | null) => {
    if (!canvas) return;
    const scale = Math.min(1, STILL_WIDTH / image.naturalWidth);
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  };
  return <canvas ref={draw} role="img" aria-label={chatStrings.image} style={style} />;
}

/**
 * The sizes of a thumbnail and its frame. Both change when no visible row moves. Until then, the image
 * fills the frame.
 * @param initial the size of the image, if it is known before the image is loaded
 * @returns `resize`: call it with the size of the loaded image
 */
function useThumbnail(initial = UNKNOWN) {
  const frameRef = useRef<HTMLAnchorElement>(null);
  const [size, setSize] = useState(initial);
  const cancelResize = useRef<() => void>(undefined);
  useEffect(() => () => cancelResize.current?.(), []);
  const resize = (loaded: ImageSize) => {
    cancelResize.current?.();
    // An SVG without a size keeps the frame.
    if (!frameRef.current || loaded.width * loaded.height === 0) return;
    cancelResize.current = whenNoLayoutShift(frameRef.current, () => setSize(loaded));
  };
  return { frameRef, resize, ...thumbnailOf(size) };
}

/** Calls `retry` while an image is broken: when the browser comes online, and twice after a delay. */
function useRetry(isBroken: boolean, retry: () => void): () => void {
  const [failures, setFailures] = useState(0);
  const onDelay = useEffectEvent(retry);
  useWindowEvents({ online: retry }, isBroken);
  // A server may scan or copy a new image before it serves the image.
  useEffect(
    () => (isBroken && failures <= RETRIES ? runLater(RETRY_DELAY, onDelay) : undefined),
    [isBroken, failures],
  );
  return () => setFailures((count) => count + 1);
}

/** The URL of an image, and what its row loads: nobody downloads an image that he has sent himself. */
function useSource(imageUrl: string) {
  const { host } = useServices();
  const newestUrl = useAppSelector((state) => selectImageUrl(state, imageUrl));
  const linkUrl = resolveImageUrl(host, newestUrl);
  const sent = useAppSelector((state) => selectSentImage(state, imageUrl));
  const wantedSrc = sent?.preview ?? linkUrl;
  const [loadedSrc, setLoadedSrc] = useState<string>();
  const isLoaded = loadedSrc !== undefined && withoutQuery(loadedSrc) === withoutQuery(wantedSrc);
  const src = isLoaded ? loadedSrc : wantedSrc;
  const size = linkUrl === undefined ? BROKEN : sent?.size;
  return { linkUrl, src, isLoaded, setLoadedSrc, size };
}

/** A thumbnail that opens the image in a new tab (S2). While the image is broken, a text. */
export function MessageImage({ imageUrl }: { imageUrl: string }) {
  const { linkUrl, src, isLoaded, setLoadedSrc, size } = useSource(imageUrl);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const isBroken = src === undefined || src === brokenSrc;
  const countFailure = useRetry(isBroken, () => setBrokenSrc(undefined));
  /** The loaded image, which may be animated, if the system asks for reduced motion. */
  const [still, setStill] = useState<HTMLImageElement>();
  const { frameRef, resize, ...sizes } = useThumbnail(size);
  return (
    <a
      ref={frameRef}
      className={styles.image}
      data-broken={isBroken}
      data-loaded={isLoaded}
      data-low={sizes.isLow}
      style={sizes.frame}
      href={linkUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={isBroken ? undefined : chatStrings.openImage}
      title={linkUrl && isBroken ? chatStrings.openImage : undefined}
      dir="ltr"
    >
      {isBroken ? (
        chatStrings.brokenImage
      ) : isLoaded && still ? (
        <Still image={still} style={sizes.image} />
      ) : (
        <img
          src={src}
          alt={chatStrings.image}
          style={sizes.image}
          loading="lazy"
          decoding="async"
          // A message needs one of six HTTP/1.1 connections.
          fetchPriority="low"
          draggable={false}
          onLoad={({ currentTarget: loaded }) => {
            setLoadedSrc(src);
            if (matchMedia('(prefers-reduced-motion: reduce)').matches) setStill(loaded);
            resize({ width: loaded.naturalWidth, height: loaded.naturalHeight });
          }}
          onError={() => {
            setBrokenSrc(src);
            countFailure();
            resize(BROKEN);
          }}
        />
      )}
    </a>
  );
}
