/** What came in last, and when; a few suffice, and what is kept would count as the page's memory. */
const KEPT = 20;
const arrivals: { at: number; data: string }[] = [];

/** Notes that something has become known to the page just now. */
export function noteArrival(data: string): void {
  arrivals.push({ at: performance.now(), data });
  if (arrivals.length > KEPT) arrivals.shift();
}

/** When something with this text in it came in, in milliseconds since the page's start. */
export function arrivalOf(text: string): number {
  const arrival = arrivals.find(({ data }) => data.includes(text));
  if (!arrival) throw new Error(`"${text}" did not come in.`);
  return arrival.at;
}

/** Has every WebSocket note what it receives, before the page hears of it. */
export function watchSockets(): void {
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') noteArrival(data);
      });
    }
  };
}
