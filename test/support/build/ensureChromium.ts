import { ensureChromium } from './findChromium';

try {
  ensureChromium((line) => {
    console.log(line);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
