import { FIGURES, type Cpu, type Figure } from './figures';
import type { Results } from './results';
import { SUBJECTS, type SubjectName } from './subjects';

const CPUS: readonly Cpu[] = [1, 4];
const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[];
/** Columns of the table of figures that no reference page has. */
const APP_COLUMNS: readonly SubjectName[] = ['app', 'static'];
const REFERENCE_COLUMNS = SUBJECT_NAMES.filter((name) => !APP_COLUMNS.includes(name));

/** Formats a number; a dash means not measured, `failed` means that a measurement did not finish. */
export function formatNumber(value: number | undefined, decimals: number): string {
  if (value === undefined) return '–';
  if (!Number.isFinite(value)) return 'failed';
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', digits);
}

const isMeasured = (
  results: Results,
  figure: Figure,
  columns: readonly SubjectName[],
  cpus: readonly Cpu[] = CPUS,
) => columns.some((name) => cpus.some((cpu) => results.median(name, cpu, figure) !== undefined));

/** Returns a row: the label, then the medians at CPU 1x, or at 1x and 4x, of each column. */
function row(results: Results, figure: Figure, columns: readonly SubjectName[]): string[] {
  const [label, unit, decimals] = FIGURES[figure];
  const cpus = isMeasured(results, figure, columns, [4]) ? CPUS : ([1] as const);
  const cells = columns.map((name) => {
    const medians = cpus.map((cpu) => results.median(name, cpu, figure));
    if (medians.every((median) => median === undefined)) return '–';
    return medians.map((median) => formatNumber(median, decimals)).join(' / ');
  });
  return [`${label}${unit && `, ${unit}`}`, ...cells];
}

/** Aligns cells as Prettier does: text left, numbers right. */
function align(rows: readonly string[][]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: string[]) => {
    const padded = widths.map((width, column) =>
      column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.slice(1).map(line)].join('\n');
}

function table(results: Results, figures: readonly Figure[], columns: readonly SubjectName[]) {
  const measured = columns.filter((name) =>
    figures.some((figure) => isMeasured(results, figure, [name])),
  );
  const head = ['median, CPU 1x / 4x', ...measured.map((name) => SUBJECTS[name])];
  return align([head, ...figures.map((figure) => row(results, figure, measured))]);
}

/** Returns the medians as two Markdown tables: figures with references, then figures of the app alone. */
export function markdownTables(results: Results): string {
  const figures = Object.keys(FIGURES) as Figure[];
  const compared = figures.filter((figure) => isMeasured(results, figure, REFERENCE_COLUMNS));
  const appOnly = figures.filter(
    (figure) => !compared.includes(figure) && isMeasured(results, figure, APP_COLUMNS),
  );
  return [
    ...(compared.length > 0 ? [table(results, compared, ['app', ...REFERENCE_COLUMNS])] : []),
    ...(appOnly.length > 0 ? [table(results, appOnly, APP_COLUMNS)] : []),
  ].join('\n\n');
}
