import { deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const TRUECOLOUR = 2;
const SUBTRACT_LEFT = 1;

/** Encodes rows of red, green and blue bytes as a PNG picture. */
export function encodePng(width: number, height: number, rgb: Uint8ClampedArray): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, TRUECOLOUR, 0, 0, 0], 8);
  const data = deflateSync(filterRows(width * 3, height, rgb));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function filterRows(stride: number, height: number, rgb: Uint8ClampedArray): Buffer {
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1);
    rows[row] = SUBTRACT_LEFT;
    for (let x = 0; x < stride; x++) {
      const left = x < 3 ? 0 : (rgb[y * stride + x - 3] ?? 0);
      rows[row + 1 + x] = (rgb[y * stride + x] ?? 0) - left;
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
