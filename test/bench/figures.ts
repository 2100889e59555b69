/** What is measured, in the order of the table: label, unit and decimals of each figure. */
export const FIGURES = {
  loginScripts: ['scripts named by the page', 'KB gzip', 1],
  scripts: ['all scripts', 'KB gzip', 1],
  history100: ['history of 100 painted', 'ms', 0],
  history10000: ['history of 10,000 painted', 'ms', 0],
  history100000: ['history of 100,000 painted', 'ms', 0],
  parse100000: ['JSON.parse of 100,000 alone', 'ms', 0],
  live100P50: ['live message, 100 there, p50', 'ms', 1],
  live100P99: ['live message, 100 there, p99', 'ms', 1],
  live1000P50: ['live message, 1,000 there, p50', 'ms', 1],
  live1000P99: ['live message, 1,000 there, p99', 'ms', 1],
  live10000P50: ['live message, 10,000 there, p50', 'ms', 1],
  live10000P99: ['live message, 10,000 there, p99', 'ms', 1],
  quietKeyP50: ['key, 10,000 there, p50', 'ms', 1],
  quietKeyP99: ['key, 10,000 there, p99', 'ms', 1],
  busyKeyP50: ['key while 20 messages a second come, p50', 'ms', 1],
  busyKeyP99: ['key while 20 messages a second come, p99', 'ms', 1],
  burstDropped: ['1,000 in a second: dropped frames', '', 0],
  burstTask: ['1,000 in a second: longest task over 50 ms', 'ms', 0],
  burstLast: ['1,000 in a second: last one painted after', 'ms', 0],
  heap: ['heap, 10,000 there', 'MB', 2],
  nodes: ['nodes, 10,000 there', '', 0],
  hourHeap: ['heap, 10,000 and an hour of 3,600 live', 'MB', 2],
  hourNodes: ['nodes, 10,000 and an hour of 3,600 live', '', 0],
  openedHeap: ['heap, opened with all 13,600', 'MB', 2],
  wheelDropped: ['wheel up to the first: dropped frames', '%', 2],
  wheelBlank: ['wheel up to the first: frames with a blank', '', 0],
  wheelJumped: ['wheel up to the first: frames with a jump', '', 0],
  pageUpDropped: ['Page Up to the first: dropped frames', '%', 2],
  pageUpBlank: ['Page Up to the first: frames with a blank', '', 0],
  pageUpJumped: ['Page Up to the first: frames with a jump', '', 0],
  loginPaint: ['slow 4G: login painted', 'ms', 0],
  chatPaint: ['slow 4G, known customer: first paint', 'ms', 0],
  loginFrames: ['slow 4G, known customer: frames with login', '', 0],
  historyLeft: ['slow 4G, known customer: history asked', 'ms', 0],
  rendered: ['slow 4G, known customer: React rendered', 'ms', 0],
  chatArrived: ['slow 4G, known customer: chat script there', 'ms', 0],
} as const satisfies Record<string, readonly [label: string, unit: string, decimals: number]>;

export type Figure = keyof typeof FIGURES;

/** How many times slower than it is the CPU is made. */
export type Cpu = 1 | 4;
