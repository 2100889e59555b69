/** Number of latest arrivals kept; a longer list would count as memory of the page. */
const KEPT = 20;
const arrivals: { at: number; data: string }[] = [];

/** Records data that the page receives now. */
export function recordArrival(data: string): void {
  arrivals.push({ at: performance.now(), data });
  if (arrivals.length > KEPT) arrivals.shift();
}

/** Returns when data with this text arrived, in ms since navigation start. */
export function arrivalOf(text: string): number {
  const arrival = arrivals.find(({ data }) => data.includes(text));
  if (!arrival) throw new Error(`"${text}" did not arrive.`);
  return arrival.at;
}

/** Patches WebSocket to record each received message before the page's own listeners run. */
export function recordSocketMessages(): void {
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') recordArrival(data);
      });
    }
  };
}
