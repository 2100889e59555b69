import path from 'node:path';
import { pointAt } from '../build/pointAt';
import { serveApp } from '../build/serveApp';
import { deferred } from '../time/deferred';
import { withProbe } from './probe';

const DIST = path.join(__dirname, '../../../dist');

/** The build, served with the probe in its page. */
export interface AppServer {
  readonly url: string;
  /** Delays the files whose names match until `release` is called. */
  hold(name: RegExp): { requested: Promise<void>; release: () => void };
  stop(): Promise<void>;
}

/** Serves the build in dist/. @param host the provider host to write into the page */
export async function startApp(host: string): Promise<AppServer> {
  const holds: { name: RegExp; reach: () => void; released: Promise<void> }[] = [];
  const before = async (file: string) => {
    for (const { name, reach, released } of holds) {
      if (!name.test(file)) continue;
      reach();
      await released;
    }
  };
  const app = await serveApp(DIST, (page) => withProbe(pointAt(page, host)), before);
  return {
    ...app,
    hold: (name) => {
      const reached = deferred();
      const released = deferred();
      holds.push({ name, reach: reached.resolve, released: released.promise });
      return { requested: reached.promise, release: released.resolve };
    },
  };
}
