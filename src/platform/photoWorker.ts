import { encodePhoto } from './encodePhoto';

// The entry of the worker. Responds null if the photo cannot be encoded.
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void encodePhoto(data)
    .catch(() => null)
    .then((photo) => postMessage(photo));
});
