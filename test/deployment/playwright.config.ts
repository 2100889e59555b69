import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { SETTINGS } from '../support/browser/screen';
import type { Transport } from '../support/page/customerScreen';
import type { OutageOptions } from './outages/outages.spec';

const { launchOptions } = SETTINGS.use ?? {};
const TRANSPORTS: Transport[] = ['WebSockets', 'ServerSentEvents', 'LongPolling'];

const part = (name: string) => ({ name, testDir: path.join(__dirname, name) });
/** A project of the part `outages`: one deployment, whose tests run one after the other. */
const outages = (name: string, transports: Transport[], times: OutageOptions['times']) => ({
  ...part('outages'),
  name,
  fullyParallel: false,
  timeout: 600_000,
  use: { transports, times },
});

/** The settings of the browser tests, for the tests in this folder. */
export default defineConfig<object, OutageOptions>({
  ...SETTINGS,
  outputDir: path.join(__dirname, '../../test-results/deployment'),
  projects: [
    part('nginx'),
    part('aspnet'),
    outages('outages-short', [...TRANSPORTS, ...TRANSPORTS], {
      calm: 1_000,
      down: 2_000,
      redisDown: 5_000,
      frozen: 5_000,
    }),
    ...TRANSPORTS.map((transport) =>
      outages(`outages-${transport}`, Array<Transport>(6).fill(transport), {
        calm: 2_000,
        down: 5_000,
        redisDown: 20_000,
        frozen: 25_000,
      }),
    ),
  ],
  use: {
    ...SETTINGS.use,
    launchOptions: {
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        // nginx accepts its own name only, and has a certificate of its own making.
        '--host-resolver-rules=MAP chat.example.az 127.0.0.1',
        '--ignore-certificate-errors',
      ],
    },
  },
});
