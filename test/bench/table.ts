import { FIGURES, type Cpu, type Figure } from './figures';
import type { Results } from './results';
import { SUBJECT_NAMES } from './subjects';

/** A number with so many decimals and its thousands apart; a dash for what was not measured. */
export function format(value: number | undefined, decimals: number): string {
  if (value === undefined) return '–';
  if (!Number.isFinite(value)) return 'not done';
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', digits);
}

function cells(results: Results, cpu: Cpu, figure: Figure): string[] {
  const [label, unit, decimals] = FIGURES[figure];
  const values = SUBJECT_NAMES.map((name) => format(results.of(name, cpu, figure), decimals));
  return [`${label}${unit && `, ${unit}`}`, `${cpu}x`, ...values];
}

/** Aligns rows as a Markdown table, text left and numbers right. */
function align([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) => {
    const padded = widths.map((width, column) =>
      column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** All medians: a line for each figure and CPU, a column for each page. */
export function table(results: Results): string {
  const figures = Object.keys(FIGURES) as Figure[];
  const rows = figures.flatMap((figure) =>
    ([1, 4] as const)
      .filter((cpu) => results.all.some((one) => one.figure === figure && one.cpu === cpu))
      .map((cpu) => cells(results, cpu, figure)),
  );
  return align([['median', 'CPU', ...SUBJECT_NAMES], ...rows]);
}
