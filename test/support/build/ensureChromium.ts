import { ensureChromium, ensureHeadlessShell } from './findChromium';

const report = (line: string) => {
  console.log(line);
};

try {
  ensureChromium(report);
  ensureHeadlessShell(report);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
