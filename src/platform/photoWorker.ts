import { scalePhoto } from './scalePhoto';

// The entry of the worker. Responds null if the photo cannot be encoded.
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void scalePhoto(data)
    .catch(() => null)
    .then((photo) => postMessage(photo));
});
